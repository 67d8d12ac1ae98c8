#pragma once

#include "llm/attempt_result.hpp"
#include "llm/statistics.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

/// On whose behalf a request is sent, as far as the provider learns of it.
struct caller_ids
{
    std::string_view tenant_id;
    std::string_view request_id;
};

/// Whoever is asked, as rows, prices and figures know it.
struct target_model
{
    std::string_view                name;         ///< as configured, "azure/gpt-5.4"
    std::optional<std::string_view> price_prefix; ///< what prices are looked up with; none: what it answers is free
    attempt_statistics&             statistics;
};

/// What one call wants of a model, be it an answer or vectors. The queue, the retries and the meter know no more of it.
class model_request
{
public:
    virtual ~model_request() = default;

    /// One attempt, no second one, nothing written down. Throws only for cancellation. [may wait]
    virtual sdk::task<attempt_result> attempt(caller_ids ids, std::chrono::milliseconds budget) = 0;

    /// Whether what was answered is of use. Asked once for each attempt that was answered. May throw, which means no.
    virtual bool accepts(const attempt_result& result) = 0;

    /// Code points sent: what a request counts as where the reply does not say.
    virtual std::size_t characters() const = 0;
};

} // namespace verbatim::core::llm
