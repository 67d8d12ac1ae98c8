#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::privacy {

/// The spelling of a word.
enum class shape : std::uint8_t
{
    lower,
    title,    ///< Anna, and a single capital: A
    upper,    ///< WHO
    mixed,    ///< begins with a capital and has others: McKay
    inner,    ///< begins in lower case and has capitals: iPhone
    caseless, ///< a script without capitals
    number,   ///< digits only
    coded,    ///< letters and digits
};

/// The characters between a word and the one before it.
enum class gap : std::uint8_t
{
    none, ///< nothing
    space,
    hyphen,
    apostrophe,
    dot,  ///< a full stop and no space: example.org
    stop, ///< a full stop and space
    comma,
    colon,
    line,     ///< one line feed
    sentence, ///< the end of a sentence, or an empty line
    other,    ///< quotes, brackets, symbols, invalid bytes
    edge,     ///< the text begins here
};

/// Whether the gap may stand within a name: "Port Loko", "Nord-Kivu".
constexpr bool is_plain_gap(gap between) noexcept { return between == gap::space || between == gap::hyphen; }

/// One word or number of a text: the bytes [begin, end).
struct token
{
    std::size_t   begin   = 0;
    std::size_t   end     = 0;
    std::uint64_t hash    = 0; ///< of the folded letters: equal for José, JOSE and jose
    std::uint64_t roles   = 0; ///< of the word; see lexicon.hpp
    std::uint64_t cue     = 0; ///< roles of the phrase, or word, that ends here
    std::uint32_t letters = 0; ///< code points without marks
    shape         form    = shape::lower;
    gap           before  = gap::edge;
};

using byte_range = std::pair<std::size_t, std::size_t>; ///< [first, second)

/// The tokens of one text. Reuse it from text to text to keep its memory.
struct tokenized_text
{
    std::string_view   text;
    std::vector<token> tokens;
    /// Positions of '@', "://" and ':' beside hexadecimal digits, where searches for addresses start.
    std::vector<std::size_t> at_signs, schemes, colons;
    /// Placeholders in the input, <PERSON_0> or &lt;PERSON_0&gt;, with at most six digits. They contain no finding.
    std::vector<byte_range>  placeholders;
    std::vector<std::size_t> invalid;                              ///< bytes that are not UTF-8, in order
    bool                     has_lower = false, has_upper = false; ///< of cased letters

    std::string_view text_of(const token& word) const noexcept
    {
        return text.substr(word.begin, word.end - word.begin);
    }
};

/// The end of the placeholder of the input at `at`, which is below the size, or `at` if there is none.
std::size_t placeholder_end(std::string_view text, std::size_t at) noexcept;

/// Splits `text` in one pass. Invalid UTF-8 is gap::other and in no token. `result` borrows the text.
void tokenize(std::string_view text, tokenized_text& result);

/// The hash of the word's folded letters, as in tokens. Differs from process to process.
std::uint64_t hash_of(std::string_view word);

/// A random number of this process. Hashes start with it, so that no caller can choose words that collide.
inline const std::uint64_t hash_seed = [] {
    std::random_device entropy;
    return (std::uint64_t{entropy()} << 32U) ^ entropy();
}();

/// Adds a folded letter to a hash.
constexpr std::uint64_t hash_step(std::uint64_t hash, char32_t folded) noexcept
{
    hash = (hash ^ folded) * 0x9E3779B97F4A7C15;
    return hash ^ (hash >> 29U);
}

/// For hash tables of word hashes. Words with equal hashes count as the same word; with 64 bits, chance does not
/// suffice.
struct word_hash
{
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t hash) const noexcept { return hash; }
};

} // namespace verbatim::core::privacy
