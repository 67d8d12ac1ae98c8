#include "tracing/span.hpp"

#include <utility>

namespace verbatim::core::tracing {

open_span::open_span(span_sink& sink, span begun)
    : sink_{&sink}
    , span_{std::move(begun)}
    , start_{std::chrono::steady_clock::now()}
{
    span_.start = std::chrono::time_point_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now());
}

open_span::open_span(open_span&& other) noexcept
    : sink_{std::exchange(other.sink_, nullptr)}
    , span_{std::move(other.span_)}
    , start_{other.start_}
{}

open_span::~open_span() { end(); }

void open_span::set(sdk::literal name, attribute_value value) noexcept
try
{
    if (sink_ != nullptr) span_.attributes.push_back({name, std::move(value)});
}
catch (...) // out of memory: the span has an attribute less
{}

void open_span::set_text(sdk::literal name, std::string_view value) noexcept
try
{
    if (sink_ != nullptr) set(name, attribute_value{std::string{value}});
}
catch (...) // out of memory: the span has an attribute less
{}

void open_span::fail(std::string_view error_type) noexcept
{
    if (sink_ == nullptr) return;
    set_text("error.type", error_type);
    span_.failed = true;
}

void open_span::end() noexcept
{
    auto* const sink = std::exchange(sink_, nullptr);
    if (sink == nullptr) return;
    // A change of the wall clock must not affect the duration.
    span_.end = span_.start + (std::chrono::steady_clock::now() - start_);
    sink->add(std::move(span_));
}

} // namespace verbatim::core::tracing
