#pragma once

#include "settings/reader.hpp"

#include <span>
#include <string>

namespace verbatim::core::settings {

/// A configuration file with every setting once, commented out: its description, allowed values, and its default, an
/// example, or the path of a secret file. `sections` come from a reader with an empty source.
std::string sample(std::span<const reader::section> sections);

} // namespace verbatim::core::settings
