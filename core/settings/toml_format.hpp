#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>

namespace verbatim::core::settings {

/// A setting's text as a configuration file spells it.
std::string to_toml_value(const sdk::field_documentation& field, const std::string& text);

} // namespace verbatim::core::settings
