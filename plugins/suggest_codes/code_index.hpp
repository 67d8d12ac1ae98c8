#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::suggest_codes {

/// An existing code and its similarity, 0..1, to a text.
struct similar_code
{
    std::size_t option     = 0;
    double      similarity = 0;
};

/// Compares texts with the codes of a framework by their words: the cosine of their stems, weighted by rarity among the
/// codes. Used by a single thread at a time.
class code_index
{
public:
    explicit code_index(std::span<const codebook::option> options);

    /// The codes that share a word with a code of this name and meaning, most similar first. The similarity is that of
    /// the names alone or of all words, whichever is higher. The words of an existing code include the names of its
    /// parents, with a lower weight.
    std::vector<similar_code> nearest(std::string_view name, std::string_view meaning);

private:
    /// Weights of stems.
    using vector = std::map<std::uint32_t, double>;
    struct weighted_code
    {
        std::size_t option;
        double      weight;
    };
    /// Vectors of length 1 by stem.
    using inverted_index = std::unordered_map<std::uint32_t, std::vector<weighted_code>>;

    text_analysis::language language_of(std::span<const codebook::option> options);

    void   add_meaning(const codebook::node& code, vector& target);
    void   add_words(std::string_view text, double weight, vector& target);
    double rarity(std::uint32_t stem) const;
    void   normalize(vector& words) const;
    void   add_to_index(std::size_t option, const vector& words, inverted_index& target) const;

    text_analysis::tokenizer                       tokenizer_;
    text_analysis::language                        language_;   ///< of short names, which show none
    std::unordered_map<std::uint32_t, std::size_t> codes_with_; ///< number of codes with a stem
    std::size_t                                    codes_ = 0;
    inverted_index                                 by_name_;
    inverted_index                                 by_meaning_;
};

} // namespace verbatim::suggest_codes
