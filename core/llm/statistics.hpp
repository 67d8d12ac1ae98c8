#pragma once

#include "llm/circuit_breaker.hpp"
#include "metrics/counters.hpp"
#include "recording/usage_row.hpp"

#include "verbatim/sdk/failure_cause.hpp"
#include "verbatim/sdk/reply_reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// Totals of a connection's attempts since the start. [any thread]
class attempt_statistics
{
public:
    /// The outcomes: completed, then each sdk::failure_cause in its order.
    static constexpr std::size_t outcomes = 1 + sdk::failure_cause_names.size();

    struct snapshot
    {
        std::array<std::int64_t, outcomes> attempts{};
        std::int64_t                       input_tokens  = 0;
        std::int64_t                       output_tokens = 0;
        std::int64_t                       cached_tokens = 0;
        std::int64_t                       unpriced      = 0; ///< attempts with tokens and without a price
        recording::micro_usd               cost          = 0;
        metrics::distribution              duration;
    };

    void     add(const recording::usage_row& attempt) noexcept;
    snapshot read() const;

private:
    enum : std::size_t
    {
        input = outcomes,
        output,
        cached,
        unpriced,
        cost,
        size,
    };

    metrics::counters           counters_{size};
    metrics::duration_histogram durations_;
};

/// Statistics of the model client, for metrics.
struct client_statistics
{
    struct connection
    {
        std::string                  name;  ///< main, main_fallback_1, judge, embedding and so on
        std::string                  model; ///< as configured
        circuit_breaker::state       state;
        attempt_statistics::snapshot totals;
    };

    std::vector<connection> connections;
    std::int64_t            refused   = 0; ///< calls that failed because each of their connections was suspended
    std::size_t             in_flight = 0; ///< attempts in progress
    std::size_t             waiting   = 0; ///< calls waiting for a slot
    std::size_t             capacity  = 0; ///< LLM_MAX_CONCURRENCY
    std::size_t             limit     = 0; ///< of `in_flight` now, at most `capacity`

    std::array<std::int64_t, sdk::reply_repair_names.size()> repairs{}; ///< replies, by kind
};

} // namespace verbatim::core::llm
