#include "llm/attempt_trace.hpp"

namespace verbatim::core::llm {

attempt_trace::attempt_trace(const std::shared_ptr<tracing::request_trace>& trace, const traced_model& model)
{
    if (!trace) return;
    const bool is_local = model.host.empty();
    span_.emplace(trace, model.operation + " " + model.name,
                  is_local ? tracing::span_kind::internal : tracing::span_kind::client);
    headers_   = span_->headers();
    auto& span = span_->span();
    span.set_text("gen_ai.operation.name", model.operation);
    span.set_text("gen_ai.provider.name", model.provider);
    span.set_text("gen_ai.request.model", model.name);
    if (!is_local) span.set_text("server.address", model.host);
}

void attempt_trace::end(const recording::usage_row& row, int http_status) noexcept
{
    if (!span_) return;
    auto& span = span_->span();
    if (http_status != 0) span.set("http.response.status_code", std::int64_t{http_status});
    if (!row.error) span.set_text("gen_ai.response.model", row.model);
    span.set("gen_ai.usage.input_tokens", std::int64_t{row.input_tokens});
    span.set("gen_ai.usage.output_tokens", std::int64_t{row.output_tokens});
    if (!row.error) span_->end({});
    else span_->end(row.cause ? sdk::to_string(*row.cause) : recording::to_string(*row.error));
}

} // namespace verbatim::core::llm
