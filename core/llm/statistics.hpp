#pragma once

#include "metrics/counters.hpp"
#include "metrics/duration_histogram.hpp"
#include "recording/usage_row.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// What the attempts of one connection came to since the start. [any thread]
class attempt_statistics
{
public:
    /// The outcomes: `ok`, then each usage::failure in its order.
    static constexpr std::size_t outcomes = 7;

    struct snapshot
    {
        std::array<std::int64_t, outcomes> attempts{};
        std::int64_t                       input_tokens  = 0;
        std::int64_t                       output_tokens = 0;
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
        cost,
        size,
    };

    metrics::counters           counters_{size};
    metrics::duration_histogram durations_;
};

/// The door as an operator watches it.
struct client_statistics
{
    struct connection
    {
        std::string                  name;  ///< main, judge, embedding
        std::string                  model; ///< as configured, whatever a reply calls itself
        attempt_statistics::snapshot totals;
    };

    std::vector<connection> connections;
    std::size_t             in_flight = 0; ///< attempts that providers are busy with
    std::size_t             waiting   = 0; ///< calls queued for a place
    std::size_t             capacity  = 0; ///< LLM_MAX_CONCURRENCY
};

} // namespace verbatim::core::llm
