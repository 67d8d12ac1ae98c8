#pragma once

#include "llm/attempt_result.hpp"
#include "llm/connection_state.hpp"
#include "llm/retry.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

struct price;

/// How long an attempt may take.
struct attempt_time
{
    attempt_time(std::chrono::milliseconds budget_of_attempt) // NOLINT: of a response without a stream
        : attempt_time{budget_of_attempt, budget_of_attempt}
    {}
    attempt_time(std::chrono::milliseconds budget_of_attempt, std::chrono::milliseconds time_left)
        : budget{budget_of_attempt}
        , longest{time_left}
    {}

    std::chrono::milliseconds budget;  ///< to the end of the response; of a stream, to its first byte
    std::chrono::milliseconds longest; ///< to the end of a stream
};

/// The most tokens of an output. 0: as configured. docs/reference/provider.md#limit-of-the-output
struct output_limit
{
    std::size_t of_operation = 0; ///< without reasoning
    std::size_t of_context   = 0; ///< with everything
};

/// Identifies the caller to the provider.
struct caller_ids
{
    std::string_view tenant_id;
    std::string_view request_id;
    std::string_view traceparent; ///< empty: not sent
    std::string_view tracestate;  ///< empty: not sent
};

/// A model as traces name it, by the conventions of OpenTelemetry for generative AI.
struct traced_model
{
    std::string operation; ///< chat or embeddings
    std::string provider;  ///< such as azure.ai.openai
    std::string name;      ///< `model` of a request
    std::string host;      ///< empty: in this process
};

/// The model of a request, as usage rows, prices, metrics and traces name it.
struct target_model
{
    std::string_view                name;         ///< as configured, "azure/gpt-5.4"
    std::optional<std::string_view> price_prefix; ///< prefix of the price keys; none: the model is free
    connection_state&               connection;
    const traced_model&             traced;
    retry_plan::connection_limits   limits;
    const price*                    own_price = nullptr; ///< replaces that of the price list
};

/// A request to a model, for a completion or for vectors, as queue, retries and metering see it.
class model_request
{
public:
    virtual ~model_request() = default;

    /// Makes one attempt over a connection of the call, without retries and metering. Throws only for cancellation.
    /// [may wait]
    virtual sdk::task<attempt_result> attempt(std::size_t connection, caller_ids ids, attempt_time time) = 0;

    /// Why a completed attempt is not usable; none if it is. Called once for each; an exception means unreadable.
    virtual std::optional<sdk::failure_cause> rejection(const attempt_result& result) = 0;

    /// Whether the text of an attempt that broke off is usable as far as it goes. Called once, in place of rejection().
    virtual bool accepts_cut(const attempt_result&) { return false; }

    /// After a rejection as unreadable: the next attempt names the error of the rejected reply. False if it cannot.
    virtual bool ask_again() { return false; }

    /// The sdk::expected_length() of the request, for the estimate when the response reports no tokens.
    virtual std::size_t characters() const = 0;

    /// Bytes sent in UTF-8, with what the provider may add: at least as many as input tokens.
    virtual std::size_t bytes() const = 0;

    /// Whether the model writes text, up to LLM_MAX_OUTPUT_TOKENS.
    virtual bool has_output() const noexcept = 0;

    virtual sdk::time_limits time() const { return {}; }
};

} // namespace verbatim::core::llm
