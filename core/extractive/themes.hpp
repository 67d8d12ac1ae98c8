#pragma once

#include "extractive/corpus.hpp"
#include "extractive/report.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::core::extractive {

/// Counts what records hold: their shared phrases as themes, ranked against `question` (plain text, may be empty), with
/// dates and codes where records carry them. Time grows with the text times its logarithm.
report count_themes(const corpus& all, std::string_view question, reader& with);

/// The sentences that say most of what the records say, best first, each from another record as far as there are
/// enough, on one line.
std::vector<std::string> central_sentences(const corpus& all, std::size_t most, std::size_t longest);

} // namespace verbatim::core::extractive
