#pragma once

#include "verbatim/hierarchy/chunk_budget.hpp"
#include "verbatim/hierarchy/clustering.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::hierarchy {

/// Positions of the records of one model call, in the order of the message.
using chunk = std::vector<std::size_t>;

/// Cuts groups into chunks. A group within the budget is one chunk. In a larger group each record over the budget is a
/// chunk of its own; the rest is sorted by date (undated last) and cut into chunks of about equal record count.
///
/// Groups come in the order of their first record; in each, records over the budget come last. Every position is in
/// exactly one chunk. `characters` (code points) and `dates` (text of the metadata, or empty) are by position.
std::vector<chunk> chunks_of(std::vector<group> groups, std::span<const std::size_t> characters,
                             std::span<const std::string_view> dates, const chunk_budget& budget);

} // namespace verbatim::hierarchy
