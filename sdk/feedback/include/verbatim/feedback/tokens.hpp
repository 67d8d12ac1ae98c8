#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::feedback {

/// What a message of so many code points, system and user text together, is taken to cost: rounded down.
std::size_t estimated_tokens(std::size_t characters, const sdk::token_limits& limits) noexcept;

/// The most code points that a message may have and still pass the cap.
std::size_t max_characters(const sdk::token_limits& limits) noexcept;

/// The error payload_too_large, naming the estimate and the limit, when the message is over the cap; at the cap it
/// passes. `percent` raises the cap: a judge is shown the source and the answer, and may exceed it by a tenth.
std::optional<sdk::error> over_budget(std::size_t characters, const sdk::token_limits& limits, unsigned percent = 100);

/// The same, thrown.
void check_budget(std::size_t characters, const sdk::token_limits& limits, unsigned percent = 100);

} // namespace verbatim::feedback
