#pragma once

#include <cstddef>
#include <cstdint>

namespace verbatim::core::llm {

/// How many requests at a time providers bear: docs/reference/provider.md#concurrency. It grows additively while all of
/// it is used, and falls multiplicatively when a provider is overloaded. Reads no clock. [one thread at a time]
class concurrency_limit
{
public:
    /// Identifies the time between two decreases.
    using period = std::uint64_t;

    /// Starts at the maximum, which is at least 1.
    explicit concurrency_limit(std::size_t maximum);

    std::size_t current() const noexcept { return current_; }

    /// Remember it when a request starts.
    period now() const noexcept { return period_; }

    /// Lowers the maximum to what a server reports to bear, or restores it with a number that is not smaller.
    void bound(std::size_t reported);

    /// A request has succeeded while `in_flight` requests were in flight, itself included.
    void succeed(std::size_t in_flight);

    /// A provider had too many requests. Requests that started before the last decrease show nothing new.
    void decrease(std::size_t in_flight, period start);

private:
    std::size_t maximum() const noexcept;

    const std::size_t configured_;
    std::size_t       bound_;
    std::size_t       current_;
    std::size_t       successes_ = 0; ///< since the last change, with all of the limit in use
    period            period_    = 0;
};

} // namespace verbatim::core::llm
