#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/failure_cause.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::core::llm {

/// Reported tokens; providers may omit any of them.
struct token_count
{
    std::optional<std::int32_t> input; ///< all of them, also those of a cache
    std::optional<std::int32_t> output;
    std::int32_t                cached        = 0; ///< part of `input`, read from a cache
    std::int32_t                cache_written = 0; ///< part of `input`, written to a cache

    friend bool operator==(const token_count&, const token_count&) = default;
};

/// The tier that the provider charges for, where it has several.
enum class service_tier
{
    standard,
    flex,
    priority,
};

/// Members of a request that not every model takes.
struct optional_members
{
    bool temperature     = false;
    bool max_tokens      = false;
    bool max_tokens_name = false; ///< the limit is known under its other name
    bool structure       = false; ///< how the request asks for JSON
    bool stream          = false;

    explicit operator bool() const noexcept
    {
        return temperature || max_tokens || max_tokens_name || structure || stream;
    }

    optional_members& operator|=(const optional_members& other) noexcept
    {
        temperature |= other.temperature;
        max_tokens |= other.max_tokens;
        max_tokens_name |= other.max_tokens_name;
        structure |= other.structure;
        stream |= other.stream;
        return *this;
    }
};

/// Result of one attempt.
struct attempt_result
{
    std::optional<sdk::failure_cause> cause = sdk::failure_cause::unreadable; ///< none: completed
    std::string                       text;                                   ///< of the completion; may be blank
    bool                              is_reasoning = false;  ///< `text` stood in the place of reasoning
    std::string                       model;                 ///< reported by the provider; empty when absent or invalid
    bool                              truncated     = false; ///< the text ends at the output limit of the model
    bool                              has_reasoning = false; ///< the model has reasoned before its answer
    bool        raises_limit = false; ///< the next attempt gets a higher limit, with room for reasoning
    bool        is_cut_off   = false; ///< we or the network ended it, before its token counts
    token_count tokens;
    std::optional<std::chrono::seconds> retry_after;     ///< requested by the provider
    int                                 http_status = 0; ///< 0 without an HTTP response
    service_tier                        tier        = service_tier::standard;
    optional_members                    refused{}; ///< members that the connection no longer sends
    recording::micro_usd                cost = 0;  ///< of the usage row

    bool completed() const noexcept { return !cause; }
};

/// An attempt that failed before a response could be read.
attempt_result failed_attempt(sdk::failure_cause cause);

/// The consequences of a failed attempt.
struct failure_effects
{
    /// docs/reference/provider.md#retries
    enum class retry_rule
    {
        never,
        limited,            ///< by connection_limits::max_retries
        limited_if_waiting, ///< never without connection_limits::retries_interrupted
        always,
    };

    sdk::failure_cause     cause;
    recording::error_class row_class; ///< stored with the usage row, docs/reference/provider.md#error-mapping
    sdk::errc              code;      ///< of the call, if the attempt is its last one
    bool                   is_connection_failure; ///< of the provider; other causes show that it responds
    retry_rule             retry;
};

const failure_effects& effects_of(sdk::failure_cause cause) noexcept;

} // namespace verbatim::core::llm
