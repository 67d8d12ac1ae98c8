#pragma once

#include "llm/circuit_breaker.hpp"
#include "llm/statistics.hpp"
#include "llm/token_count_check.hpp"

#include "verbatim/sdk/failure_cause.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace verbatim::core::llm {

/// Bounds the lines of a log event that may repeat without end: ten in each minute. [any thread]
class line_limit
{
public:
    static constexpr std::size_t          max_lines = 10;
    static constexpr std::chrono::minutes period{1};

    /// Whether a line may be logged now; if so, the number of lines suppressed since the last one.
    std::optional<std::size_t> admit(std::chrono::steady_clock::time_point now);

private:
    std::mutex                                           mutex_;
    std::optional<std::chrono::steady_clock::time_point> period_start_;
    std::size_t                                          lines_      = 0; ///< in this period
    std::size_t                                          suppressed_ = 0;
};

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
