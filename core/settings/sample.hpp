#pragma once

#include "settings/reader.hpp"

#include <span>
#include <string>

namespace verbatim::core::settings {

/// A configuration file that changes nothing: every setting once, with its sentence and what it takes, on a line that
/// begins with '#' and takes effect without it. What has a default shows that; what has none shows an example, and a
/// secret the path of a file to keep it in. `groups` come from a reader that was given nothing.
std::string sample(std::span<const reader::section> sections);

} // namespace verbatim::core::settings
