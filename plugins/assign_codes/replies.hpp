#pragma once

#include "verdict.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::assign_codes {

/// What the model is asked to fill in when it picks.
struct selection
{
    std::vector<std::int64_t> selected;
};
void declare(sdk::declaration& wire, selection& given);

/// The options picked, in the model's order, each once, all below `count`. Never fails: what is no such reply picked
/// nothing, what is no position is left out, and a position may be written as a text.
std::vector<std::size_t> read_selection(std::string_view reply, std::size_t count);

/// The form of a judge's reply.
void declare(sdk::declaration& wire, level_score& given);

/// A judge's reply, read with tolerance; none without a score of 0..1 or without a word of explanation.
std::optional<level_score> read_level_score(std::string_view reply);

} // namespace verbatim::assign_codes
