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

    /// 1 for a stem of the text (0.6 for one without a topic), 0.5..1 for words that share most of their three-letter
    /// pieces with one of the text, else 0. Bounded work, whatever the text holds.
    double likeness(std::uint32_t stem) const;

private:
    const tokenizer*                                             tokenizer_;
    std::unordered_map<std::uint32_t, double>                    weights_;
    std::unordered_map<std::string, std::vector<std::u32string>> by_prefix_;
};

} // namespace verbatim::text_analysis
