#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::feedback {

/// The code points of a text, by which tokens are estimated.
std::size_t characters_of(const sdk::prompt_text& text) noexcept;

/// Estimated tokens of system and user message together, by their code points; rounded down.
std::size_t estimated_tokens(std::size_t characters, const sdk::token_limits& limits) noexcept;

/// The most code points that pass the token limit.
std::size_t max_characters(const sdk::token_limits& limits) noexcept;

/// The error payload_too_large, with estimate and limit, if the message exceeds an enforced limit. `percent` scales the
/// limit: messages of judges contain source and output, and may exceed it by a tenth.
std::optional<sdk::error> over_budget(std::size_t characters, const sdk::token_limits& limits, unsigned percent = 100);

/// Throws the error of over_budget, if any. `advice` ends its message: what a caller can do, such as "send fewer
/// records".
void check_budget(std::size_t characters, const sdk::token_limits& limits, std::optional<sdk::literal> advice = {});

} // namespace verbatim::feedback
