#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::feedback {

/// Whether the provider refused a call under its content policy.
inline bool is_refusal(const sdk::error& error) noexcept { return error.code() == sdk::errc::content_policy_violation; }

/// Makes the call about some items and returns whether the provider refuses it.
using refusal_test = std::function<sdk::task<bool>(std::span<const std::size_t> items)>;

/// Finds the items because of which the provider refuses a call about all `count`, by calls about halves. None if it
/// needs more than 40 calls, if three single items are refused before any call succeeds, or if no single item is to
/// blame. [call] [may wait]
sdk::task<std::optional<std::vector<std::size_t>>> find_refused_items(std::size_t count, const refusal_test& test);

/// The positions below `count` that are not in the sorted list.
std::vector<std::size_t> remaining_items(std::size_t count, std::span<const std::size_t> refused);

} // namespace verbatim::feedback
