#pragma once

#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
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

/// A suggested code and its confidence, 0..1.
struct scored_code
{
    code_id code       = no_code;
    double  confidence = 0;
};

/// The codes of one record at one level.
struct coding
{
    code_set                 human;
    code_set                 suggested;
    code_set                 second; ///< of another person; empty without one
    std::vector<scored_code> scored; ///< suggested codes with a confidence, each once with its highest
};

/// The paths of a record as numbers, before a level is chosen.
struct coded_paths
{
    std::vector<code_id>     human;
    std::vector<code_id>     suggested;
    std::vector<code_id>     second;
    std::vector<scored_code> scored;
};

/// Adds the codes of all records to the tree and sorts it; in request order. [any thread]
std::vector<coded_paths> read_paths(std::span<const coded_record> records, code_tree& tree);

/// The codings of all records at a level, counted from 1: a longer path counts with its beginning, a shorter one not at
/// all. Without a level, of complete codes.
std::vector<coding> codings_at(std::span<const coded_paths> records, const code_tree& tree,
                               std::optional<std::size_t> level);

/// Two sets of codes by their numbers in coding_pairs.
struct coding_pair
{
    std::uint32_t human     = 0;
    std::uint32_t suggested = 0;
    std::uint32_t count     = 0; ///< records
};

/// The codings of some records, with equal ones counted once.
struct coding_pairs
{
    std::vector<const code_set*> sets;    ///< all different
    std::vector<coding_pair>     pairs;   ///< all different
    std::vector<std::uint32_t>   pair_of; ///< of each record: index of `pairs`

    const code_set& human(const coding_pair& pair) const { return *sets[pair.human]; }
    const code_set& suggested(const coding_pair& pair) const { return *sets[pair.suggested]; }
};

/// The pairs of the records with these positions. Borrows `codings`.
coding_pairs count_pairs(std::span<const coding> codings, std::span<const std::uint32_t> positions);

} // namespace verbatim::coding_agreement
