#pragma once

#include "assigned_code.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::assign_codes {

/// Output of the call that picks options.
struct code_selection
{
    std::vector<std::int64_t> selected;
};
void declare(sdk::schema_builder& schema, code_selection& selection);

/// The picked options in the model's order, without duplicates, all below `count`. Elements that are no position are
/// skipped. None if the output is no list, or if all its elements are skipped. A position may be a string.
std::optional<std::vector<std::size_t>> parse_selection(std::string_view output, std::size_t count);

/// Output of a call that judges one level.
void declare(sdk::schema_builder& schema, level_score& score);

/// Tolerant of loosely formatted output. None without a score from 0 to 1. A cut answer may have no explanation.
std::optional<level_score> parse_level_score(std::string_view output);

/// Output of the call that picks options for several records.
struct record_selection
{
    std::int64_t              record = 0;
    std::vector<std::int64_t> selected;
};
void declare(sdk::schema_builder& schema, record_selection& selection);

struct bulk_selection
{
    std::vector<record_selection> records;
};
void declare(sdk::schema_builder& schema, bulk_selection& selection);

/// The picks of each of `records` records, as parse_selection reads them. None for a record that the output leaves out
/// or that has only options that do not exist; of repeated ones the first counts. Unreadable output leaves out all.
std::vector<std::optional<std::vector<std::size_t>>> parse_bulk_selection(std::string_view output, std::size_t records,
                                                                          std::size_t options);

/// Output of a call that judges all levels of several picked codes.
struct item_scores
{
    std::int64_t             item = 0;
    std::vector<level_score> levels; ///< from level 1 down
};
void declare(sdk::schema_builder& schema, item_scores& scores);

struct bulk_scores
{
    std::vector<item_scores> scores;
};
void declare(sdk::schema_builder& schema, bulk_scores& scores);

/// The scores of the levels of each of `items` items, as parse_level_score reads them. A list ends before the first
/// that is unusable, and is empty for an item that the output leaves out.
std::vector<std::vector<level_score>> parse_bulk_scores(std::string_view output, std::size_t items);

} // namespace verbatim::assign_codes

/// Outputs after which a request makes the most and the longest further calls: sdk::chat_request::longest.
namespace verbatim::assign_codes::longest {

/// The positions of at most `limit` options: those with the most levels, of these those with the longest texts.
std::vector<std::int64_t> picks(std::span<const option> options, std::size_t limit);

/// A score that rejects no code.
level_score score();

} // namespace verbatim::assign_codes::longest
