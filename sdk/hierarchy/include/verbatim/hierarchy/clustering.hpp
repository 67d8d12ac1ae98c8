#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::hierarchy {

/// The size limit of a chunk, counted in contents. Tags and metadata are not counted.
class chunk_budget
{
public:
    /// The operator's target, limited by what the model accepts.
    chunk_budget(std::size_t target_tokens, const sdk::token_limits& model) noexcept;

    std::size_t characters() const noexcept { return characters_; } ///< code points

    /// Rounds in favour of fewer chunks: a group may exceed the budget by less than one token.
    bool holds(std::size_t characters) const noexcept { return characters / per_token_ <= tokens_; }

    /// Whether a record exceeds the budget by itself. Such a record is a chunk of its own; cut together with others it
    /// would force one chunk per record.
    bool is_filled_by(std::size_t record_characters) const noexcept { return record_characters > characters_; }

    /// The number of groups of a chunk's size that the characters make. At least 1.
    std::size_t theme_count(std::size_t characters) const noexcept;

private:
    std::size_t tokens_;
    std::size_t per_token_;
    std::size_t characters_;
};

/// Positions of similar records, ascending.
using group = std::vector<std::size_t>;

struct group_limits
{
    chunk_budget budget;       ///< size limit of a chunk; a group nearly fills one
    std::size_t  min_size = 5; ///< smaller groups are merged into the nearest larger one
};

/// Groups positions by similarity of their vectors. Every position is in exactly one group; equal input gives equal
/// groups; fewer than `min_size` positions are one group. Most groups are within the budget. Exceptions: groups that
/// small ones were merged into, groups of equal vectors, and groups of very long records. `characters` (code points)
/// are by position.
///
/// Time grows with positions times the square root of the groups, memory with positions. Computes on the call's pool in
/// steps of a few milliseconds; throws if the call is cancelled. Arguments must outlive the task. [may wait]
sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& vectors,
                                      std::span<const std::size_t> characters, const group_limits& limits);

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
