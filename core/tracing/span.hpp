#pragma once

#include "tracing/trace_context.hpp"

#include "verbatim/sdk/literal.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace verbatim::core::tracing {

/// The value of an attribute. A text is a name of the code or the configuration, an id, or a model's name, never
/// content, a prompt, model output, a key, or a provider's text.
using attribute_value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct attribute
{
    sdk::literal    name;
    attribute_value value;
};

/// With the numbers of OTLP.
enum class span_kind
{
    internal = 1,
    server   = 2,
    client   = 3,
};

using nanosecond_time = std::chrono::sys_time<std::chrono::nanoseconds>;

/// A part of a request, as exported.
struct span
{
    trace_id               trace{};
    span_id                id{};
    span_id                parent{};                  ///< invalid: none
    bool                   has_remote_parent = false; ///< the parent is a span of the caller
    std::string            trace_state;
    std::string            name;
    span_kind              kind = span_kind::internal;
    nanosecond_time        start;
    nanosecond_time        end;
    std::vector<attribute> attributes;
    bool                   failed = false;
};

/// Receives ended spans. [any thread]
class span_sink
{
public:
    virtual ~span_sink() = default;

    virtual void add(span ended) noexcept = 0;
};

/// A span that has begun. Ends once: in end(), or else in the destructor. Used by one thread at a time.
class open_span
{
public:
    /// Begins now. The sink must outlive this object.
    open_span(span_sink& sink, span begun);
    open_span(open_span&& other) noexcept;
    open_span& operator=(open_span&&) = delete;
    ~open_span();

    const span& value() const noexcept { return span_; }

    /// Adds an attribute, unless memory runs out. A text is a name or an id, never content.
    void set(sdk::literal name, attribute_value value) noexcept;
    void set_text(sdk::literal name, std::string_view value) noexcept;

    /// Marks the span as failed with this attribute `error.type`.
    void fail(std::string_view error_type) noexcept;

    /// Passes the span to the sink. Later calls of all functions have no effect.
    void end() noexcept;

    /// Ends without passing the span to the sink.
    void discard() noexcept { sink_ = nullptr; }

private:
    span_sink*                            sink_; ///< null after the end
    span                                  span_;
    std::chrono::steady_clock::time_point start_;
};

} // namespace verbatim::core::tracing
