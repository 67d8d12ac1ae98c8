#pragma once

#include "verbatim/sdk/word_vectors.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::text_analysis {

/// How near a text is to a description.
struct likeness
{
    double meaning = 0; ///< -1..1: the cosine of the nearest sentence of the text and text of the description
    double words   = 0; ///< 0..1: the share of the text's words that the description has, or words of their meaning
};

/// Compares texts with descriptions, such as those of codes, over the languages of a table of word vectors. It adds up
/// words and reads no sentence: a description of praise and one of a complaint about the same thing are near. Borrows
/// the tokenizer and the table; null: only equal words count. Used by one thread at a time.
class nearest_descriptions
{
public:
    /// The texts of a description, such as a name, a definition and examples. Any of them may be near. At least one
    /// description; nothing is borrowed.
    using texts = std::vector<std::string_view>;

    nearest_descriptions(std::span<const texts> descriptions, const sdk::word_vectors* vectors, tokenizer& tokenizer);

    /// For each description, in their order, how near the sentences are, of a text of the same tokenizer. Costs the
    /// number of texts times that of sentences, of which the first 64 count.
    std::vector<likeness> compare(const tokenized_text& text, std::span<const sentence> sentences);

    /// The share of texts with such a likeness for which the description was right, 0..1, in the order of the
    /// descriptions; together at most 1, the rest for none of them. Measured on texts of which each has one of 12 to
    /// 211 codes, some in another language: docs/reference/built-in-model.md#confidence. Texts of two descriptions
    /// share the probability. `likenesses` is the result of `compare`.
    std::vector<double> probabilities(std::span<const likeness> likenesses) const;

private:
    /// A word of a text, with what it says about the descriptions.
    struct word_entry
    {
        std::vector<float> vector;     ///< as in the table; empty: none
        double             weight = 0; ///< in a text: of words of grammar little
        struct posting
        {
            std::uint32_t description;
            float         strength; ///< 0..1
        };
        std::vector<posting> postings = {}; ///< the descriptions with the word or one of its meaning
    };

    std::vector<float> vector_of(std::string_view folded) const;
    const word_entry&  look_up(std::string_view word, word_role role);
    std::vector<float> direction(const tokenized_text& text, std::uint32_t first, std::uint32_t last);
    void               add_description(std::uint32_t description, const texts& texts);

    const sdk::word_vectors* vectors_;
    std::size_t              dimensions_;
    tokenizer*               tokenizer_;
    std::size_t              count_;

    std::vector<float>         text_directions_; ///< of length 1, one after another
    std::vector<std::uint32_t> text_owners_;     ///< their descriptions

    std::unordered_map<std::string, std::vector<std::uint32_t>> holders_; ///< of each word of the descriptions
    std::vector<float>                                          vocabulary_directions_;
    std::vector<const std::vector<std::uint32_t>*>              vocabulary_holders_;

    std::unordered_map<std::string, word_entry> entries_; ///< by the word as it is written, and its role
};

} // namespace verbatim::text_analysis
