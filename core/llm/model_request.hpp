#pragma once

#include "llm/attempt_result.hpp"
#include "llm/statistics.hpp"

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
    attempt_statistics&             statistics;
};

/// A request to a model, for a completion or for vectors, as queue, retries and metering see it.
class model_request
{
public:
    virtual ~model_request() = default;

    /// Makes one attempt, without retries and metering. Throws only for cancellation. [may wait]
    virtual sdk::task<attempt_result> attempt(caller_ids ids, std::chrono::milliseconds budget) = 0;

    /// Whether a completed attempt is usable. Called once for each; an exception means no.
    virtual bool accepts(const attempt_result& result) = 0;

    /// Code points sent, for the estimate when the response reports no tokens.
    virtual std::size_t characters() const = 0;
};

} // namespace verbatim::core::llm
