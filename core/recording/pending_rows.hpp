#pragma once

#include "recording/ledger.hpp"
#include "recording/usage_row.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

/// Shared by both recorders.
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

/// Rows that are not durable yet, each with the waiter of its call.
struct pending_rows
{
    std::vector<usage_row>                     rows;
    std::vector<std::shared_ptr<flush_waiter>> waiters; ///< of the row at the same index
    std::chrono::steady_clock::time_point      first_added;

    bool empty() const noexcept { return rows.empty(); }

    /// Reports rows to their waiters as lost.
    void mark_lost(std::size_t first, std::size_t count) const noexcept
    {
        for (const auto& waiter : std::span{waiters}.subspan(first, count)) waiter->row_lost();
    }

    /// After an exception (std::bad_alloc), the arguments and this object are unchanged.
    void add(usage_row&& row, std::shared_ptr<flush_waiter>&& waiter)
    {
        if (rows.size() == rows.capacity()) rows.reserve(2 * rows.size() + 16);
        if (waiters.size() == waiters.capacity()) waiters.reserve(2 * waiters.size() + 16);
        if (rows.empty()) first_added = std::chrono::steady_clock::now();
        waiter->row_added();
        rows.push_back(std::move(row));
        waiters.push_back(std::move(waiter));
    }

    void clear() noexcept
    {
        rows.clear();
        waiters.clear();
    }
};

/// Reports rows as flushed to their waiters, one call for a run of rows with the same waiter.
inline void notify_flushed(std::span<const std::shared_ptr<flush_waiter>> waiters) noexcept
{
    for (std::size_t begin = 0; begin < waiters.size();)
    {
        std::size_t end = begin + 1;
        while (end < waiters.size() && waiters[end] == waiters[begin]) ++end;
        waiters[begin]->rows_flushed(end - begin);
        begin = end;
    }
}

/// The ledger of one call. `Writer` has `add(usage_row, std::shared_ptr<flush_waiter>) noexcept`.
template <class Writer>
class call_ledger final : public ledger
{
public:
    explicit call_ledger(std::shared_ptr<Writer> writer)
        : writer_{std::move(writer)}
    {}

    void add(usage_row row) noexcept override { writer_->add(std::move(row), waiter_); }

    sdk::task<bool> flushed(std::chrono::steady_clock::time_point deadline) override { return waiter_->wait(deadline); }

private:
    std::shared_ptr<Writer>       writer_;
    std::shared_ptr<flush_waiter> waiter_ =
        std::make_shared<flush_waiter>(); ///< shared with the writer until the last row is flushed
};

} // namespace verbatim::core::recording
