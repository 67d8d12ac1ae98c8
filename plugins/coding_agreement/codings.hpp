#pragma once

#include "code_tree.hpp"
#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::coding_agreement {

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
