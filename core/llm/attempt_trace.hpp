#pragma once

#include "llm/model_request.hpp"
#include "recording/usage_row.hpp"
#include "tracing/request_trace.hpp"

#include <memory>
#include <optional>

namespace verbatim::core::llm {

/// The span of an attempt, with the attributes of OpenTelemetry for generative AI. Does nothing if the request is not
/// traced.
class attempt_trace
{
public:
    attempt_trace(const std::shared_ptr<tracing::request_trace>& trace, const traced_model& model);

    /// For the provider.
    const tracing::trace_headers& headers() const noexcept { return headers_; }

    /// Ends the span with the values of the row. `http_status` is 0 without a response.
    void end(const recording::usage_row& row, int http_status) noexcept;

private:
    std::optional<tracing::attempt_span> span_;
    tracing::trace_headers               headers_;
};

} // namespace verbatim::core::llm
