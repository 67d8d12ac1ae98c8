#pragma once

#include "verbatim/sdk/word_vectors.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::embedding {

/// A table of vectors of words, made by tools/word-vectors: words of similar meaning have vectors that are near, in all
/// languages of the table. The file is mapped, so that processes share its memory; it must not change while it is
/// mapped. Format: docs/reference/built-in-model.md#table-of-word-vectors. [any thread]
class word_vectors final : public sdk::word_vectors
{
public:
    static constexpr std::size_t max_dimensions = 256;

    /// Throws settings::setting_error with EMBEDDING_WORD_VECTORS unless the file is a complete table with the digest
    /// that it states.
    explicit word_vectors(const std::string& file);
    ~word_vectors() override;

    std::size_t size() const noexcept { return words_; }
    std::size_t dimensions() const noexcept override { return dimensions_; }

    /// The SHA-256 that the file states, in hexadecimal digits.
    const std::string& digest() const noexcept { return digest_; }

    /// Adds `weight` times the vector of a word after NFKC case folding to the first `dimensions()` numbers of `sum`.
    /// A word that is not in the table has a part of the vector of the words that begin alike, or of its end:
    /// `repairing` that of `repair`. Returns false, and adds nothing, if there is none.
    bool add(std::string_view word, float weight, std::span<float> sum) const noexcept override;

private:
    using number = std::uint32_t; ///< of a word, in the order of the words

    struct word_hash
    {
        using is_transparent = void;
        const word_vectors* table;
        std::size_t         operator()(std::string_view word) const noexcept;
        std::size_t         operator()(number n) const noexcept { return (*this)(table->word(n)); }
    };
    struct same_word
    {
        using is_transparent = void;
        const word_vectors* table;
        bool                operator()(number left, number right) const noexcept { return left == right; }
        bool operator()(std::string_view left, number right) const noexcept { return left == table->word(right); }
        bool operator()(number left, std::string_view right) const noexcept { return table->word(left) == right; }
    };

    void                  read(std::span<const std::byte> file);
    std::string_view      word(number n) const noexcept;
    std::optional<number> find(std::string_view word) const noexcept;
    std::optional<number> find_same_beginning(std::string_view word) const noexcept;
    std::optional<number> find_end(std::string_view word) const noexcept;
    void                  add(number n, float weight, std::span<float> sum) const noexcept;

    class mapping;

    std::unique_ptr<const mapping> mapping_;
    std::string                    digest_;
    number                         words_      = 0;
    std::size_t                    dimensions_ = 0;
    std::span<const std::uint32_t> ends_;  ///< of the words in text_
    std::span<const float>         steps_; ///< the value of a step of a vector, by word
    std::string_view               text_;
    std::span<const std::int8_t>   coordinates_;

    boost::unordered_flat_set<number, word_hash, same_word> index_;
};

} // namespace verbatim::core::embedding
