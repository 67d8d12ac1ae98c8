#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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

} // namespace verbatim::core::tracing
