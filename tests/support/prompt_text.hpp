#pragma once

#include "verbatim/feedback/redaction.hpp"

#include <string_view>

namespace verbatim::support {

/// The text as it is, for tests of what lies behind the boundary.
inline sdk::prompt_text prompt_text(std::string_view text) { return feedback::redaction{{text}}.unescaped_text(0); }

} // namespace verbatim::support
