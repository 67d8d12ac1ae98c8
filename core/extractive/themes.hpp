#pragma once

#include "extractive/corpus.hpp"
#include "extractive/report.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::core::extractive {

/// Counts what records hold: their shared phrases as themes, ranked against `question` (plain text, may be empty), with
/// dates and codes where records carry them. Time grows with the text times its logarithm.
report count_themes(const corpus& records, std::string_view question, tokenizer& tokenizer);

/// The sentences that say most of what the records say, best first, each from another record as far as there are
/// enough, on one line.
std::vector<std::string> central_sentences(const corpus& records, std::size_t max_sentences, std::size_t max_bytes);

} // namespace verbatim::core::extractive
