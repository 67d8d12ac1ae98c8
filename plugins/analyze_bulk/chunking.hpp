#pragma once

#include "chunk_budget.hpp"
#include "clustering.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// Positions of the records of one model call, in the order in which they are shown.
using chunk = std::vector<std::size_t>;

/// A group within the budget is a chunk. Of any other, each record that is over the budget by itself is a chunk, and
/// the rest is cut into chunks of about equal record count, in the order of the records' dates, until each is within
/// the budget. Groups come in the order of their first record, and in each its cut chunks before its long records;
/// records without a date come last in theirs. `characters` (code points of what a model is shown) and `dates` (as the
/// metadata have them; empty without) are by position. Every position of the groups is in exactly one chunk. Long for a
/// large corpus.
std::vector<chunk> chunks_of(std::vector<group> groups, std::span<const std::size_t> characters,
                             std::span<const std::string_view> dates, const chunk_budget& budget);

} // namespace verbatim::analyze_bulk
