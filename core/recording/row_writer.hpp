#pragma once

#include "recording/lost_rows.hpp"
#include "recording/outbox_recorder.hpp"
#include "recording/pending_rows.hpp"

#include "database/failure.hpp"
#include "database/outage_log.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace verbatim::core::recording {

/// The queues and the two threads of an outbox_recorder. Only the database thread (row_writer_database_thread.cpp)
/// talks to the database. The outbox thread (row_writer_outbox_thread.cpp) watches deadlines; only it appends to the
/// outbox. Each thread shares ownership of this object: one that is stuck in a driver at shutdown is detached.
class outbox_recorder::row_writer : public std::enable_shared_from_this<row_writer>
{
public:
    row_writer(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable, sdk::log& log,
               outbox_timing timing);

    void                start();
    void                add(usage_row row, std::shared_ptr<flush_waiter> waiter) noexcept;
    void                stop() noexcept;
    recorder_statistics statistics() const noexcept;

private:
    using clock = std::chrono::steady_clock;

    enum class route
    {
        direct, ///< rows wait for the database thread
        outbox, ///< rows wait for the outbox thread
    };

    /// Rows that are being written. The members below are guarded by `mutex_`.
    struct group : pending_rows
    {
        enum class outcome
        {
            untried,
            writing, ///< by the database thread, now
            written,
            failed,
        };

        outcome database_outcome = outcome::untried;
        bool    outbox_refused   = false;
        bool    released         = false; ///< its calls continue; the database thread will count the outcome
    };
    using group_ptr = std::shared_ptr<group>;
    using outcome   = group::outcome;

    // The database thread.

    void run_database_thread() noexcept;
    /// False until the outbox thread has stored earlier rows: flush_waiter needs the rows of a call flushed in order.
    bool may_take_queue() const
    {
        return route_ == route::direct && !queue_.empty() && !writing_outbox_ && outbox_queue_.empty();
    }
    group_ptr take_queue();
    group_ptr take_retry();
    void      write(const group_ptr& batch, std::unique_lock<std::mutex>& lock);
    /// `rejected`: positions of the rows that the schema rejects.
    std::optional<database::error_kind> write_in_groups(std::span<const usage_row> rows,
                                                        std::vector<std::size_t>&  rejected);

    enum class replay_result
    {
        moved, ///< rows moved from the outbox to the database
        empty, ///< the outbox has no rows
        failed,
    };

    /// Moves one batch from the outbox to the database; checks the database if the outbox is empty.
    replay_result replay(std::unique_lock<std::mutex>& lock);
    /// Sleeps until there is work. Checks the database at intervals.
    void wait_for_rows(std::unique_lock<std::mutex>& lock);
    void record_duration(clock::time_point begin);
    void database_recovered();
    void database_failed(database::error_kind error);
    void end_database_thread();

    // The outbox thread.

    void run_outbox_thread() noexcept;
    /// When the oldest rows that wait for the database go to the outbox instead.
    std::optional<clock::time_point> next_deadline() const;
    /// The oldest first: rows the database failed to write, rows past their deadline, rows on the outbox route.
    group_ptr next_for_outbox();
    void      outbox_failed(const group_ptr& batch, database::error_kind error, std::unique_lock<std::mutex>& lock);

    // Both.

    /// Logs outbox files that were renamed since the last report.
    void report_damaged_files() noexcept;

    /// Runs `work` on the outbox and logs an outage. Returns the error, none on success.
    template <class Work>
    std::optional<database::error_kind> try_outbox(Work&& work) noexcept;

    void report_recovery(database::outage_log& log) noexcept
    {
        log.report_recovery({{"rows_waiting", static_cast<std::int64_t>(outbox_->depth())}});
    }

    /// Reports rows of the batch as lost, to the log and to their calls.
    void lose(const group& batch, std::size_t first, std::size_t count, std::string_view reason) noexcept
    {
        batch.mark_lost(first, count);
        lost_rows_.add(std::span{batch.rows}.subspan(first, count), reason);
    }

    /// Lets the calls of the batch continue. Unlocks meanwhile, since every call needs the lock.
    void release_calls(const group& batch, std::unique_lock<std::mutex>& lock);

    const std::unique_ptr<store>  database_; ///< used by the database thread, except interrupt()
    const std::unique_ptr<outbox> outbox_;
    const outbox_timing           timing_;
    lost_rows                     lost_rows_;
    database::outage_log          database_outage_;
    database::outage_log          outbox_outage_;
    clock::duration               last_write_duration_{}; ///< used by the database thread
    std::atomic<clock::rep>       latency_ = 0;           ///< of the last write or check

    std::mutex  stop_mutex_;
    std::thread database_thread_;
    std::thread outbox_thread_;

    std::mutex              mutex_; ///< guards all that follows
    std::condition_variable wake_database_thread_;
    std::condition_variable wake_outbox_thread_;
    std::condition_variable progress_;
    std::atomic<bool>       accepting_             = true;
    bool                    stopped_               = false; ///< no rows are pending, and none will be added
    bool                    database_thread_ended_ = false;
    clock::time_point       outbox_lock_deadline_  = clock::time_point::max(); ///< then rows are lost
    std::atomic<bool>       database_up_;
    route                   route_;
    pending_rows            queue_;
    group_ptr               writing_;          ///< by the database thread, unless the outbox thread took it over
    std::deque<group_ptr>   outbox_queue_;     ///< groups the database failed to write
    std::deque<group_ptr>   database_retries_; ///< groups the outbox refused before the database tried them
    bool                    replaying_          = false; ///< the database thread does not look at the queue meanwhile
    bool                    writing_outbox_     = false;
    bool                    outbox_thread_idle_ = false; ///< waits without a deadline
    unsigned                releasing_          = 0;     ///< calls of release_calls() in progress

    std::atomic<std::uint64_t> written_                = 0;
    std::atomic<std::uint64_t> commits_                = 0;
    std::atomic<std::uint64_t> pending_                = 0;
    std::atomic<std::uint64_t> stored_in_outbox_       = 0;
    std::atomic<std::uint64_t> reported_damaged_files_ = 0;
};

template <class Work>
std::optional<database::error_kind> outbox_recorder::row_writer::try_outbox(Work&& work) noexcept
{
    auto kind = database::error_kind::other;
    try
    {
        work();
        report_damaged_files();
        report_recovery(outbox_outage_);
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        kind = error.kind();
    }
    catch (const std::exception&)
    {
        // Out of memory, or a row in the file that cannot be parsed.
    }
    outbox_outage_.report_outage(database::to_string(kind));
    return kind;
}

} // namespace verbatim::core::recording
