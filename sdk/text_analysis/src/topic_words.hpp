#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace verbatim::text_analysis {

/// The number of the topic of a frequent noun, by tokenizer::stem_text: `pump`, `forage` and `насос` are words of one
/// topic, water. The table is read at the first call. [any thread]
std::optional<std::size_t> topic_of(language lang, const std::string& stem_text);

} // namespace verbatim::text_analysis
