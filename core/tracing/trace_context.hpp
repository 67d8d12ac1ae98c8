#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::tracing {

/// Ids of W3C Trace Context; all bytes 0 is invalid.
using trace_id = std::array<std::uint8_t, 16>;
using span_id  = std::array<std::uint8_t, 8>;

/// Random and valid. [any thread]
trace_id make_trace_id();
span_id  make_span_id();

template <std::size_t Size>
constexpr bool is_valid(const std::array<std::uint8_t, Size>& id) noexcept
{
    return id != std::array<std::uint8_t, Size>{};
}

/// The value of a header `traceparent`, as specified by W3C Trace Context.
struct trace_parent
{
    trace_id trace{};
    span_id  span{};
    bool     sampled = false;

    friend bool operator==(const trace_parent&, const trace_parent&) = default;
};

/// None if the header must be ignored. Of a version above 00, reads the parts of version 00, as the recommendation
/// requires.
std::optional<trace_parent> parse_traceparent(std::string_view header) noexcept;

/// In version 00.
std::string to_header(const trace_parent& parent);

inline constexpr std::size_t max_tracestate_length = 512;

/// Whether a `tracestate` may be passed on: members `key=value` with distinct keys, at most 32, in at most 512
/// characters.
bool is_valid_tracestate(std::string_view header) noexcept;

} // namespace verbatim::core::tracing
