#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace verbatim::core::recording {

/// Counts the rows of one ledger as they are added and flushed, and resumes coroutines that wait for them. Rows are
/// flushed in the order they were added, so two counts suffice to find the flushed ones. [any thread]
class flush_waiter
{
public:
    void row_added() noexcept;
    void rows_flushed(std::uint64_t count) noexcept; ///< allocates nothing
    void row_lost() noexcept;                        ///< from now on wait() returns false

    /// Completes on the caller's executor when all rows added before are flushed, or at `deadline`. Not cancellable.
    /// The executor is not used after completion. Returns whether all these rows are flushed and none was lost.
    sdk::task<bool> wait(std::chrono::steady_clock::time_point deadline);

private:
    struct waiter
    {
        std::uint64_t         target; ///< of `flushed_`
        const void*           id;
        std::function<void()> wake; ///< does not throw
    };

    bool is_stored(std::uint64_t target) noexcept; ///< whether so many rows are flushed, and none was lost
    bool add_waiter(const void* id, const std::function<void()>& wake); ///< false: nothing to wait for
    void remove_waiter(const void* id) noexcept;

    std::mutex          mutex_;
    std::uint64_t       added_   = 0;
    std::uint64_t       flushed_ = 0;
    bool                lost_    = false;
    std::vector<waiter> waiters_;
};

} // namespace verbatim::core::recording
