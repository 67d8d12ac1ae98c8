#pragma once

#include "metrics/counters.hpp"
#include "metrics/durations.hpp"
#include "usage/attempt.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// What the attempts of one connection came to since the start. [any thread]
class attempt_figures
{
public:
    /// The outcomes: `ok`, then each usage::failure in its order.
    static constexpr std::size_t outcomes = 7;

    struct reading
    {
        std::array<std::int64_t, outcomes> attempts{};
        std::int64_t                       input_tokens  = 0;
        std::int64_t                       output_tokens = 0;
        usage::micro_usd                   cost          = 0;
        metrics::distribution              took;
    };

    void    add(const usage::attempt& row) noexcept;
    reading read() const;

private:
    enum : std::size_t
    {
        input = outcomes,
        output,
        cost,
        size,
    };

    metrics::counters  sums_{size};
    metrics::durations took_;
};

/// The door as an operator watches it.
struct door_figures
{
    struct connection
    {
        std::string              name;  ///< main, judge, embedding
        std::string              model; ///< as configured, whatever a reply calls itself
        attempt_figures::reading sums;
    };

    std::vector<connection> connections;
    std::size_t             in_flight = 0; ///< attempts that providers are busy with
    std::size_t             waiting   = 0; ///< calls queued for a place
    std::size_t             places    = 0; ///< LLM_MAX_CONCURRENCY
};

} // namespace verbatim::core::llm
