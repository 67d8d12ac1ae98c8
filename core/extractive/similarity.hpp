#pragma once

#include "extractive/tokenizer.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace verbatim::core::extractive {

/// The topical words of a text, asked how alike another word is: 1 for the same stem, less for words that share most of
/// their three-letter pieces, 0 for others. Borrows its reader.
class word_matcher
{
public:
    word_matcher(const tokenized_text& text, const tokenizer& tokenizer);

    /// 0 or 0.5..1. Bounded work, whatever the text holds.
    double likeness(std::uint32_t stem) const;

private:
    const tokenizer*                                             tokenizer_;
    std::unordered_map<std::uint32_t, double>                    weights_;
    std::unordered_map<std::string, std::vector<std::u32string>> by_prefix_;
};

} // namespace verbatim::core::extractive
