#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

/// Words and phrases by their folded letters, and the search for one of them at a place of a text. Between two of a
/// term's words the text may write a few signs or nothing; within a word it may not be broken. The same holds between
/// letters and digits, and between the letters of a script that writes no spaces. [any thread] once all terms are in.
class term_tree
{
public:
    static constexpr std::size_t longest_term = 500; ///< folded letters

    enum class add_result : std::uint8_t
    {
        added,
        empty,   ///< no letter and no digit
        too_long ///< more than longest_term
    };

    /// `number` is what `longest_at` answers with. Of two terms that read the same the first stays.
    add_result add(std::string_view term, std::uint32_t number);

    bool empty() const noexcept { return term_ends_.empty(); }

    struct match
    {
        std::size_t   end    = 0; ///< in bytes; behind the accents of the last letter
        std::uint32_t number = 0;
    };

    /// The longest term that begins at the byte `at` and ends where a word may end. A word may end beside a digit, at
    /// a letter of a script that writes no spaces, and, in Hangul, before a particle. Looks at no more of the text than
    /// that term is long.
    std::optional<match> longest_at(std::string_view text, std::size_t at) const;

private:
    using gap_positions = std::vector<std::uint16_t>; ///< how many letters stand before each, ascending

    struct term_end
    {
        gap_positions allowed_gaps; ///< where the text may write a gap
        std::uint32_t number = 0;
    };
    struct node
    {
        std::int32_t  term_ends    = -1; ///< of ends_; -1: no term ends here
        std::uint32_t first_child  = 0;  ///< the child by first_letter, most often the only one and the next in memory
        char32_t      first_letter = 0;
        bool          gap_allowed  = false;      ///< some term goes on here after a gap
        bool          has_more_children = false; ///< there are more children, in edges_
    };

    class letter_cursor;

    std::uint32_t child(std::uint32_t parent_index, char32_t letter) const noexcept; ///< 0: none
    std::uint32_t add_child(std::uint32_t parent_index, char32_t letter);

    std::vector<node>                                       nodes_ = std::vector<node>(1);
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> edges_; ///< by node and letter
    std::vector<std::vector<term_end>>                      term_ends_;
};

} // namespace verbatim::core::privacy
