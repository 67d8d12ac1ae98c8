#pragma once

#include "assigned_code.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::assign_codes {

/// Output of the call that picks options.
struct code_selection
{
    std::vector<std::int64_t> selected;
};
void declare(sdk::schema_builder& schema, code_selection& selection);

/// The picked options in the model's order, without duplicates, all below `count`. Never fails: unreadable output picks
/// nothing, and elements that are no position are skipped. A position may be a string.
std::vector<std::size_t> parse_selection(std::string_view output, std::size_t count);

/// Output of a call that judges one level.
void declare(sdk::schema_builder& schema, level_score& score);

/// Tolerant of loosely formatted output. None without a score from 0 to 1 or without an explanation.
std::optional<level_score> parse_level_score(std::string_view output);

} // namespace verbatim::assign_codes
