#pragma once

#include "verbatim/text_analysis/tokenizer.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace verbatim::text_analysis {

/// Compares words with the topical words of a text. Borrows its tokenizer.
class word_matcher
{
public:
    word_matcher(const tokenized_text& text, const tokenizer& tokenizer);

    /// 1 for a stem of the text, 0.6 if its word names no topic. Otherwise the Dice coefficient of the trigrams with
    /// the most similar topical stem that begins with the same three letters, or 0 if it is below 0.5. Compares at most
    /// 64 stems.
    double likeness(std::uint32_t stem) const;

private:
    const tokenizer*                                             tokenizer_;
    std::unordered_map<std::uint32_t, double>                    weights_;
    std::unordered_map<std::string, std::vector<std::u32string>> by_prefix_;
};

} // namespace verbatim::text_analysis
