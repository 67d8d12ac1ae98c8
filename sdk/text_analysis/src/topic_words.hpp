#pragma once

#include "verbatim/text_analysis/language.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::text_analysis {

/// The number of the topic of a word in lower case, with its tokenizer::stem_text; none for most words. `pump`,
/// `forage` and `насос` belong to one topic, water. The first call reads the table. [any thread]
std::optional<std::size_t> topic_of(language lang, std::string_view word, const std::string& stem_text);

/// All words of the topics in a language, in lower case. [any thread]
std::vector<std::string_view> topic_words_of(language lang);

} // namespace verbatim::text_analysis
