#include "tracing/request_trace.hpp"

#include "encoding/encoding.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::tracing {

/// A phase while it lasts. Keeps its trace alive: an operation may end after its request.
class request_trace::open_phase final : public sdk::phase
{
public:
    open_phase(std::shared_ptr<request_trace> trace, std::string_view name)
        : trace_{std::move(trace)}
        , scope_{open_span{trace_->sink_,
                           trace_->begin(std::string{name}, span_kind::internal, trace_->current().span.value().id)}}
    {
        trace_->phases_.push_back(&scope_);
    }
    ~open_phase() override
    {
        std::erase(trace_->phases_, &scope_);
        scope_.end();
    }

private:
    std::shared_ptr<request_trace> trace_;
    scope                          scope_;
};

void request_trace::scope::end() noexcept
{
    const auto over_limit = attempts - std::min(attempts, max_phase_attempts);
    if (attempts != 0) span.set("verbatim.attempts", static_cast<std::int64_t>(attempts));
    if (over_limit != 0) span.set("verbatim.attempts_over_limit", static_cast<std::int64_t>(over_limit));
    span.end();
}

request_trace::request_trace(span_sink& sink, std::string name, position where)
    : sink_{sink}
    , position_{std::move(where)}
    , id_{encoding::to_hexadecimal(position_.id)}
    , server_scope_{open_span{
          sink, begin(std::move(name), span_kind::server, position_.caller ? position_.caller->span : span_id{})}}
{}

void request_trace::end() noexcept { server_scope_.end(); }

std::unique_ptr<sdk::phase> request_trace::begin_phase(std::string_view name)
{
    if (phase_count_ == max_phases) return nullptr;
    ++phase_count_;
    return std::make_unique<open_phase>(shared_from_this(), name);
}

span request_trace::begin(std::string name, span_kind kind, const span_id& parent) const
{
    return {.trace             = position_.id,
            .id                = make_span_id(),
            .parent            = parent,
            .has_remote_parent = kind == span_kind::server && position_.caller.has_value(),
            .trace_state       = position_.state,
            .name              = std::move(name),
            .kind              = kind};
}

request_trace::scope& request_trace::current() noexcept { return phases_.empty() ? server_scope_ : *phases_.back(); }

attempt_span::attempt_span(std::shared_ptr<request_trace> trace, std::string name, span_kind kind)
    : trace_{std::move(trace)}
    , span_{trace_->sink_, trace_->begin(std::move(name), kind, trace_->current().span.value().id)}
    , is_within_limit_{++trace_->current().attempts <= request_trace::max_phase_attempts}
{}

trace_headers attempt_span::headers() const
{
    if (!trace_->position_.sends_to_providers) return {};
    const auto& span = span_.value();
    return {.traceparent = to_header({.trace = span.trace, .span = span.id, .sampled = is_within_limit_}),
            .tracestate  = span.trace_state};
}

void attempt_span::end(std::string_view error_type) noexcept
{
    if (!error_type.empty()) span_.fail(error_type);
    const bool is_recorded =
        is_within_limit_ || (!error_type.empty() && trace_->failed_attempts_++ < request_trace::max_failed_attempts);
    if (is_recorded) span_.end();
    else span_.discard();
}

} // namespace verbatim::core::tracing
