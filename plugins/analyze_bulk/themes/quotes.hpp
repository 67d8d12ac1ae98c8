#pragma once

#include "themes/counted_themes.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk::themes {

inline constexpr std::size_t max_quotes       = 3;   ///< of a theme
inline constexpr std::size_t max_quote_length = 300; ///< bytes, before restoration

/// A sentence of a redacted record on one line; beyond max_quote_length it ends with an ellipsis.
struct quote
{
    std::size_t record = 0; ///< position
    std::string text;       ///< holds placeholders
};

/// Sentences that are typical of the theme: of different records and with different words, the best first. Sentences
/// that a model chose rank higher; of the others, headings and replies of staff lower. Of the records nearest to the
/// theme, if they are known. The n-th text of `redaction` is the content of the n-th record. Takes time for at most
/// some hundred sentences.
std::vector<quote> choose_quotes(const counted_theme& theme, const feedback::redaction& redaction);

} // namespace verbatim::analyze_bulk::themes
