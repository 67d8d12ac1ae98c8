#pragma once

#include "assigned_code.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::assign_codes {

/// What the model is asked to fill in when it picks.
struct code_selection
{
    std::vector<std::int64_t> selected;
};
void declare(sdk::schema_builder& schema, code_selection& selection);

/// The options picked, in the model's order, each once, all below `count`. Never fails: what is no such reply picked
/// nothing, what is no position is left out, and a position may be written as a text.
std::vector<std::size_t> parse_selection(std::string_view output, std::size_t count);

/// The form of a judge's reply.
void declare(sdk::schema_builder& schema, level_score& score);

/// A judge's reply, read with tolerance; none without a score of 0..1 or without a word of explanation.
std::optional<level_score> parse_level_score(std::string_view output);

} // namespace verbatim::assign_codes
