#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace verbatim::core::recording {

/// Counts the rows of one ledger in and out, and wakes those who wait for them. Rows go out in the order they came in,
/// so that a count is enough to know which. [any thread]
class flush_waiter
{
public:
    void row_added() noexcept;
    void rows_flushed(std::uint64_t count) noexcept; ///< takes no memory

    /// Ends on the executor of the caller when all that had come in before have gone out, or when `latest` is there;
    /// not cancellable. Once it has ended the executor is not touched any more.
    sdk::task<> wait(std::chrono::steady_clock::time_point deadline);

private:
    struct waiter
    {
        std::uint64_t         target;
        const void*           id;
        std::function<void()> wake; ///< does not throw
    };

    bool add_waiter(const void* id, const std::function<void()>& wake);
    void remove_waiter(const void* id) noexcept;

    std::mutex          mutex_;
    std::uint64_t       added_   = 0;
    std::uint64_t       flushed_ = 0;
    std::vector<waiter> waiters_;
};

} // namespace verbatim::core::recording
