#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::coding_agreement {

/// A code by its number in a code_tree.
using code_id = std::uint32_t;

/// Distinct codes, ascending.
using code_set = std::vector<code_id>;

inline constexpr code_id no_code = std::numeric_limits<code_id>::max();

/// The codes of a request as a tree. A code is its whole path: equal names below different parents are different codes.
/// Borrows the names.
class code_tree
{
public:
    /// The code with this path, which is not empty. Adds it and those above it.
    code_id add(std::span<const std::string> path);

    /// The code at `level`, counted from 1, on the path of `code`; no_code if the path is shorter.
    code_id at_level(code_id code, std::size_t level) const noexcept;

    /// The names from the first level.
    std::vector<std::string> path(code_id code) const;

    /// Orders the codes for precedes(), after the last add().
    void sort();

    /// Whether the path of `left` precedes that of `right`, name by name. No code precedes every code.
    bool precedes(code_id left, code_id right) const { return rank(left) < rank(right); }

    std::size_t levels() const noexcept { return levels_; } ///< of the longest path

private:
    struct node
    {
        code_id          parent;
        std::size_t      level;
        std::string_view name;
    };

    std::size_t rank(code_id code) const { return code == no_code ? 0 : ranks_[code]; }
    void        sort_below(code_id parent, std::size_t& rank);

    std::vector<std::size_t>                                ranks_; ///< of each code, from 1, in the order of the paths
    std::vector<node>                                       nodes_;
    std::map<std::pair<code_id, std::string_view>, code_id> by_name_;
    std::size_t                                             levels_ = 0;
};

} // namespace verbatim::coding_agreement
