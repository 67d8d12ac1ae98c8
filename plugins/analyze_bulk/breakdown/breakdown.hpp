#pragma once

#include "breakdown/subjects.hpp"
#include "wire.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/feedback/record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
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
    feedback::period_length                  period;       ///< of the counts over time in the same response
    std::uint64_t                            min_cell = 5; ///< smaller counts above zero are suppressed
};

/// Counts over time that would reveal a suppressed count, so that the response must not have them.
struct hidden_over_time
{
    std::set<std::string, std::less<>> codes;
    std::set<std::size_t>              themes; ///< by position
    bool                               all = false;

    bool has_code(std::string_view label) const { return all || codes.contains(label); }
    bool has_theme(std::size_t position) const { return all || themes.contains(position); }
};

struct breakdown_result
{
    std::vector<key_breakdown>              keys;
    std::optional<analyze_bulk::comparison> comparison;
    hidden_over_time                        hidden;
};

/// Counts the records of themes and codes by group, without a model:
/// docs/reference/operations/analyze-bulk.md#breakdown. The themes' records are positions of `records`.
breakdown_result break_down(std::span<const feedback::record* const> records, std::span<const membership> themes,
                            const breakdown_request& request);

} // namespace verbatim::analyze_bulk
