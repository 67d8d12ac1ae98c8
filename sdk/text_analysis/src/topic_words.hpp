#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace verbatim::text_analysis {

/// The number of the topic of a word, by its tokenizer::stem_text; none for most words. `pump`, `forage` and `насос`
/// belong to one topic, water. The first call reads the table. [any thread]
std::optional<std::size_t> topic_of(language lang, const std::string& stem_text);

} // namespace verbatim::text_analysis
