#pragma once

#include "recording/lost_rows.hpp"
#include "recording/outage_log.hpp"
#include "recording/outbox_recorder.hpp"
#include "recording/pending_rows.hpp"

#include "database/failure.hpp"

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

/// Where rows and the recorder's two threads meet. The feeder (relay_feeder.cpp) is the only one who talks to the
/// database; the keeper (relay_keeper.cpp) watches the clock, and is the only one who puts into the outbox. Each thread
/// keeps the desk: one that is stuck in a driver when the end comes is left behind.
class outbox_recorder::row_writer : public std::enable_shared_from_this<row_writer>
{
public:
    row_writer(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable, sdk::log& log,
               outbox_timing timing);

    void                start();
    void                enter(usage_row row, std::shared_ptr<flush_waiter> waiter) noexcept;
    void                stop() noexcept;
    recorder_statistics statistics() const noexcept;

private:
    using clock = std::chrono::steady_clock;

    enum class route
    {
        direct, ///< rows wait for the feeder
        outbox, ///< rows wait for the keeper
    };

    /// Rows on their way. What has become of them is said under the guard.
    struct group : pending_rows
    {
        enum class outcome
        {
            untried,
            writing, ///< the feeder is at it
            written,
            failed,
        };

        outcome database_outcome = outcome::untried;
        bool    outbox_refused   = false;
        bool    released         = false; ///< its calls went on, and the feeder alone will know how it ended
    };
    using group_ptr = std::shared_ptr<group>;
    using outcome   = group::outcome;

    // The feeder.

    void run_database_thread() noexcept;
    /// Not before the keeper has put by what came earlier: rows of one call are made safe in their order.
    bool may_take_queue() const
    {
        return route_ == route::direct && !queue_.empty() && !writing_outbox_ && outbox_queue_.empty();
    }
    group_ptr                           take_queue();
    group_ptr                           take_retry();
    void                                write(const group_ptr& batch, std::unique_lock<std::mutex>& lock);
    std::optional<database::error_kind> write_in_groups(std::span<const usage_row> rows,
                                                        std::vector<usage_row>&    rejected);

    enum class replay_result
    {
        moved, ///< rows have left the outbox
        empty, ///< there are none
        failed,
    };

    /// One step towards an empty outbox.
    replay_result                       replay(std::unique_lock<std::mutex>& lock);
    std::optional<database::error_kind> try_connect();
    void                                database_recovered();
    void                                database_failed(database::error_kind error);

    // The keeper.

    void run_outbox_thread() noexcept;
    /// Of the oldest rows that wait for the database.
    std::optional<clock::time_point> next_deadline() const;
    /// The oldest first: what the database refused, what it holds too long, what comes while it is away.
    group_ptr next_for_outbox();
    void      outbox_failed(const group_ptr& batch, database::error_kind error, std::unique_lock<std::mutex>& lock);

    // Both.

    /// Why the outbox failed, after telling; none when it did not.
    template <class Work>
    std::optional<database::error_kind> try_outbox(Work&& work) noexcept;

    /// Its calls go on. Waking them is not done under the lock, which every call needs.
    void release_calls(const group& batch, std::unique_lock<std::mutex>& lock);

    const std::unique_ptr<store>  database_; ///< the feeder's, but for interrupt()
    const std::unique_ptr<outbox> outbox_;
    const outbox_timing           timing_;
    lost_rows                     lost_rows_;
    outage_log                    database_outage_;
    outage_log                    outbox_outage_;
    clock::duration               last_write_duration_{}; ///< the last write; the feeder's

    std::mutex  stop_mutex_;
    std::thread database_thread_;
    std::thread outbox_thread_;

    std::mutex              mutex_; ///< of all that follows
    std::condition_variable wake_database_thread_;
    std::condition_variable wake_outbox_thread_;
    std::condition_variable progress_;
    std::atomic<bool>       accepting_             = true;
    bool                    stopped_               = false; ///< nothing is pending, and nothing will come
    bool                    database_thread_ended_ = false; ///< the feeder has ended
    clock::time_point       outbox_lock_deadline_  = clock::time_point::max(); ///< when a locked outbox is given up
    std::atomic<bool>       database_up_;
    route                   route_;
    pending_rows            queue_;
    group_ptr               writing_;                    ///< the feeder's, until the keeper takes it away
    std::deque<group_ptr>   outbox_queue_;               ///< what the database refused
    std::deque<group_ptr>   database_retries_;           ///< what the outbox refused and the database has not seen
    bool                    replaying_          = false; ///< the feeder does, and sees no queue meanwhile
    bool                    writing_outbox_     = false;
    bool                    outbox_thread_idle_ = false; ///< without an hour to wake at
    unsigned                releasing_          = 0;     ///< groups whose calls are being woken

    std::atomic<std::uint64_t> written_          = 0;
    std::atomic<std::uint64_t> commits_          = 0;
    std::atomic<std::uint64_t> pending_          = 0;
    std::atomic<std::uint64_t> stored_in_outbox_ = 0;
};

template <class Work>
std::optional<database::error_kind> outbox_recorder::row_writer::try_outbox(Work&& work) noexcept
{
    auto kind = database::error_kind::other;
    try
    {
        work();
        outbox_outage_.report_recovery(outbox_->depth());
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        kind = error.kind();
    }
    catch (const std::exception&)
    {
        // No memory, or a row that cannot be read back.
    }
    outbox_outage_.report_outage(database::to_string(kind), clock::now());
    return kind;
}

} // namespace verbatim::core::recording
