#pragma once

#include "verbatim/feedback/record.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// The records divided into groups that share none.
struct record_groups
{
    std::vector<std::optional<std::string>> names; ///< none: the records of no other group
    std::vector<std::size_t>                of_record;
    std::vector<std::uint64_t>              sizes;
};

/// The value of a metadata key as text: a text without blanks around it, a number or a boolean. None for blank texts,
/// texts over 256 characters, and all other values.
std::optional<std::string> value_of(const feedback::record& record, std::string_view key);

struct grouping
{
    std::uint64_t                min_cell  = 5;
    std::size_t                  values    = 49;
    std::span<const std::string> preferred = {}; ///< values that are a group even if others are more frequent
};

/// Groups by the values of a key, the most frequent first; of equal ones the first by code point. The last group has no
/// name and holds the other records: those without a value, with a value of fewer than `min_cell` records, or beyond
/// `values`. If that leaves it with fewer than `min_cell` records, it takes further groups, the smallest first.
record_groups groups_by(std::span<const feedback::record* const> records, std::string_view key,
                        const grouping& options);

} // namespace verbatim::analyze_bulk
