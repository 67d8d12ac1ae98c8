#pragma once

#include "llm/attempt_result.hpp"
#include "llm/connection_state.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

/// Identifies the caller to the provider.
struct caller_ids
{
    std::string_view tenant_id;
    std::string_view request_id;
};

/// The model of a request, as usage rows, prices and metrics name it.
struct target_model
{
    std::string_view                name;         ///< as configured, "azure/gpt-5.4"
    std::optional<std::string_view> price_prefix; ///< prefix of the price keys; none: the model is free
    connection_state&               connection;
};

/// A request to a model, for a completion or for vectors, as queue, retries and metering see it.
class model_request
{
public:
    virtual ~model_request() = default;

    /// Makes one attempt, without retries and metering. Throws only for cancellation. [may wait]
    virtual sdk::task<attempt_result> attempt(caller_ids ids, std::chrono::milliseconds budget) = 0;

    /// Why a completed attempt is not usable; none if it is. Called once for each; an exception means unreadable.
    virtual std::optional<sdk::failure_cause> rejection(const attempt_result& result) = 0;

    /// Code points sent, for the estimate when the response reports no tokens.
    virtual std::size_t characters() const = 0;

    virtual sdk::time_limits time() const { return {}; }
};

} // namespace verbatim::core::llm
