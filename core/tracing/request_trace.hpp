#pragma once

#include "tracing/span.hpp"
#include "tracing/trace_context.hpp"

#include "verbatim/sdk/call.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::tracing {

/// Headers of a request to another service; empty values are not sent.
struct trace_headers
{
    std::string traceparent;
    std::string tracestate;
};

/// The spans of one sampled request: a server span, a span per phase and a span per attempt. A phase records its first
/// attempts, and the request a few failed ones beyond them, so that a large job does not fill the queue. Used on the
/// thread of the request; the sink outlives it.
class request_trace final : public std::enable_shared_from_this<request_trace>
{
public:
    static constexpr std::size_t max_phases          = 64;
    static constexpr std::size_t max_phase_attempts  = 32;
    static constexpr std::size_t max_failed_attempts = 32; ///< of the request, beyond max_phase_attempts

    /// How the request relates to other services.
    struct position
    {
        trace_id                    id{};
        std::optional<trace_parent> caller{};
        std::string                 state{};                    ///< `tracestate` of the caller, valid or empty
        bool                        sends_to_providers = false; ///< whether headers() are not empty
    };

    /// Begins the server span.
    request_trace(span_sink& sink, std::string name, position where);

    const std::string& id() const noexcept { return id_; } ///< of the trace, as text

    /// The server span. It ends with this object, or earlier by end().
    open_span& server() noexcept { return server_scope_.span; }

    /// Adds the number of attempts outside of phases to the server span, and ends it.
    void end() noexcept;

    /// A phase that attempts belong to from now on until its end, or until the next one begins within it. Null over
    /// max_phases.
    std::unique_ptr<sdk::phase> begin_phase(std::string_view name);

private:
    friend class attempt_span;
    class open_phase;

    /// The server span or a phase, with its attempts so far.
    struct scope
    {
        open_span   span;
        std::size_t attempts = 0;

        void end() noexcept;
    };

    span   begin(std::string name, span_kind kind, const span_id& parent) const;
    scope& current() noexcept;

    span_sink&          sink_;
    const position      position_;
    const std::string   id_;
    scope               server_scope_;
    std::vector<scope*> phases_; ///< open ones, innermost last
    std::size_t         phase_count_     = 0;
    std::size_t         failed_attempts_ = 0;
};

/// One attempt at a model, a child of the phase in which it begins. Used on the thread of the request.
class attempt_span
{
public:
    attempt_span(std::shared_ptr<request_trace> trace, std::string name, span_kind kind);

    /// For the provider, if the trace sends them.
    trace_headers headers() const;

    open_span& span() noexcept { return span_; }

    /// Records the span if it is within the limits. `error_type` is empty for success.
    void end(std::string_view error_type) noexcept;

private:
    std::shared_ptr<request_trace> trace_;
    open_span                      span_;
    bool                           is_within_limit_;
};

} // namespace verbatim::core::tracing
