#pragma once

#include "llm/circuit_breaker.hpp"
#include "llm/line_limit.hpp"
#include "llm/statistics.hpp"
#include "llm/token_count_check.hpp"

#include "verbatim/sdk/failure_cause.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

namespace verbatim::core::llm {

/// The state that all calls over one connection share. Lives as long as the process. [any thread]
struct connection_state
{
    std::string                                             name; ///< such as main_fallback_1, for metrics and the log
    circuit_breaker                                         breaker;
    attempt_statistics                                      statistics;
    std::array<line_limit, sdk::failure_cause_names.size()> failure_lines; ///< by cause

    token_count_check        token_counts;
    std::atomic<std::size_t> context_tokens{0}; ///< LLM_CONTEXT_TOKENS, or what the server reports; 0: unknown
    std::atomic<bool>        has_slots{false};  ///< the server reports slots: others wait while it reads a prompt

    line_limit& lines_of(sdk::failure_cause cause) noexcept { return failure_lines[static_cast<std::size_t>(cause)]; }
};

} // namespace verbatim::core::llm
