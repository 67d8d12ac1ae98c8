#pragma once

#include "tracing/span.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace verbatim::core::tracing {

/// Ended spans that wait for their export. A lock is held only to append or to take spans. [any thread]
class span_queue
{
public:
    explicit span_queue(std::size_t capacity);

    /// Returns the number of waiting spans. A span that does not fit is dropped and counted; the result is then 0.
    std::size_t add(span ended) noexcept;

    /// Takes the oldest spans.
    std::vector<span> take(std::size_t limit);

    std::size_t size() const noexcept;

    /// Since the start.
    std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

private:
    const std::size_t          capacity_;
    mutable std::mutex         mutex_;
    std::deque<span>           spans_; ///< oldest first
    std::atomic<std::uint64_t> dropped_ = 0;
};

} // namespace verbatim::core::tracing
