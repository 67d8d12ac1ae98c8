#pragma once

#include <string_view>

namespace verbatim::text_analysis {

/// Whether a text answers nothing: it has no letter, or is as a whole one of the ways to give no answer in English,
/// French, Spanish, Arabic, Russian, Dutch and Ukrainian, such as `Don't know`, `No comment` and `N/A`. Case, accents,
/// signs and white space make no difference. [any thread]
bool is_non_answer(std::string_view text);

} // namespace verbatim::text_analysis
