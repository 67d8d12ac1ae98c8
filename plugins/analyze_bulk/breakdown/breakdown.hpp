#pragma once

#include "wire.hpp"

#include "verbatim/feedback/record.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

struct breakdown_request
{
    std::span<const std::string>             keys;
    const std::optional<comparison_request>& comparison;
    const code_fields&                       codes;
    std::string_view                         date_field;
    std::uint64_t                            min_cell = 5; ///< smaller counts above zero are suppressed
};

struct breakdown_result
{
    std::vector<key_breakdown>              keys;
    std::optional<analyze_bulk::comparison> comparison;
};

/// Counts the records of themes and codes by group, without a model:
/// docs/reference/operations/analyze-bulk.md#breakdown. The themes' records are positions of `records`.
breakdown_result break_down(std::span<const feedback::record* const> records, std::span<const membership> themes,
                            const breakdown_request& request);

} // namespace verbatim::analyze_bulk
