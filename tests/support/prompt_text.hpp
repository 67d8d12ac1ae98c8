#pragma once

#include "verbatim/feedback/redaction.hpp"

#include <string_view>

namespace verbatim::support {

/// An unredacted text, for tests of code that takes prompt texts.
inline sdk::prompt_text prompt_text(std::string_view text) { return feedback::redaction{{text}}.unescaped_text(0); }

} // namespace verbatim::support
