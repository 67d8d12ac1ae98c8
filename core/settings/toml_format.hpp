#pragma once

#include "settings/reader.hpp"

#include "verbatim/sdk/schema.hpp"

#include <span>
#include <string>

namespace verbatim::core::settings {

/// The TOML value for a setting's text.
std::string to_toml_value(const sdk::field_documentation& field, const std::string& text);

/// A configuration file with every setting once, commented out: its description, allowed values, and its default, an
/// example, or the path of a secret file. `sections` come from a reader with an empty source.
std::string sample_file(std::span<const reader::section> sections);

} // namespace verbatim::core::settings
