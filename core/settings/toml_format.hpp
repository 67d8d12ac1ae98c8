#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>

namespace verbatim::core::settings {

/// The TOML value for a setting's text.
std::string to_toml_value(const sdk::field_documentation& field, const std::string& text);

} // namespace verbatim::core::settings
