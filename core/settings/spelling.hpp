#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>

namespace verbatim::core::settings {

/// A setting's text as a configuration file spells it.
std::string as_toml(const sdk::field_note& one, const std::string& text);

} // namespace verbatim::core::settings
