#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// A trie of terms by their folded letters, searched at a position of a text. Between the words of a term, between
/// letters and digits, and between letters of a script without spaces, the text may have a few signs or nothing. [any
/// thread] after the last `add`.
class term_tree
{
public:
    static constexpr std::size_t max_letters = 500; ///< folded letters

    enum class add_result : std::uint8_t
    {
        added,
        empty,   ///< neither a letter nor a digit
        too_long ///< more than max_letters
    };

    /// `longest_at` returns the number of a term; of two equal terms, that of the first.
    add_result add(std::string_view term, std::uint32_t number);

    bool empty() const noexcept { return term_ends_.empty(); }

    struct match
    {
        std::size_t   end    = 0; ///< in bytes, after the accents of the last letter
        std::uint32_t number = 0;
    };

    /// The longest term that begins at the byte `at` and ends where a word may end: also beside a digit, at a letter of
    /// a script without spaces, and in Hangul before a particle. Reads no more of the text than the longest term.
    std::optional<match> longest_at(std::string_view text, std::size_t at) const;

private:
    using gap_positions = std::vector<std::uint16_t>; ///< letters before each gap, ascending

    struct term_end
    {
        gap_positions allowed_gaps; ///< where the text may have a gap
        std::uint32_t number = 0;
    };
    struct node
    {
        std::int32_t  term_ends         = -1; ///< index in term_ends_; -1 if no term ends here
        std::uint32_t first_child       = 0;  ///< by first_letter; usually the only child and the next in memory
        char32_t      first_letter      = 0;
        bool          gap_allowed       = false; ///< a term continues here after a gap
        bool          has_more_children = false; ///< in edges_
    };

    class letter_cursor;

    std::uint32_t child(std::uint32_t parent_index, char32_t letter) const noexcept; ///< 0: none
    std::uint32_t add_child(std::uint32_t parent_index, char32_t letter);

    std::vector<node>                                       nodes_ = std::vector<node>(1);
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> edges_; ///< by node and letter
    std::vector<std::vector<term_end>>                      term_ends_;
};

} // namespace verbatim::core::privacy
