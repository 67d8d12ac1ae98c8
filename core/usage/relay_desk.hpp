#pragma once

#include "usage/losses.hpp"
#include "usage/outage_log.hpp"
#include "usage/relay_recorder.hpp"
#include "usage/rows_of_calls.hpp"

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

namespace verbatim::core::usage {

/// Where rows and the recorder's two threads meet. The feeder (relay_feeder.cpp) is the only one who talks to the
/// database; the keeper (relay_keeper.cpp) watches the clock, and is the only one who puts into the outbox. Each thread
/// keeps the desk: one that is stuck in a driver when the end comes is left behind.
class relay_recorder::desk : public std::enable_shared_from_this<desk>
{
public:
    desk(std::unique_ptr<store> to, std::unique_ptr<outbox> beside, bool reached, sdk::log& log, relay_tempo at);

    void    start();
    void    enter(attempt row, std::shared_ptr<page> on) noexcept;
    void    stop() noexcept;
    figures counted() const noexcept;

private:
    using clock = std::chrono::steady_clock;

    enum class way
    {
        straight, ///< rows wait for the feeder
        outbox,   ///< rows wait for the keeper
    };

    /// Rows on their way. What has become of them is said under the guard.
    struct group : rows_of_calls
    {
        enum class fate
        {
            untried,
            in_hand, ///< the feeder is at it
            written,
            failed,
        };

        fate in_database    = fate::untried;
        bool outbox_refused = false;
        bool let_go         = false; ///< its calls went on, and the feeder alone will know how it ended
    };
    using group_ptr = std::shared_ptr<group>;
    using fate      = group::fate;

    // The feeder.

    void feed_database() noexcept;
    /// Not before the keeper has put by what came earlier: rows of one call are made safe in their order.
    bool may_take_queue() const { return way_ == way::straight && !queue_.empty() && !putting_ && for_outbox_.empty(); }
    group_ptr                        take_queue();
    group_ptr                        take_again();
    void                             write(const group_ptr& one, std::unique_lock<std::mutex>& lock);
    std::optional<database::trouble> write_in_groups(std::span<const attempt> rows, std::vector<attempt>& refused);

    enum class step
    {
        moved,   ///< rows have left the outbox
        nothing, ///< there are none
        failed,
    };

    /// One step towards an empty outbox.
    step                             replay(std::unique_lock<std::mutex>& lock);
    std::optional<database::trouble> reach();
    void                             came_back();
    void                             went_away(database::trouble why);

    // The keeper.

    void keep_time() noexcept;
    /// Of the oldest rows that wait for the database.
    std::optional<clock::time_point> end_of_patience() const;
    /// The oldest first: what the database refused, what it holds too long, what comes while it is away.
    group_ptr next_for_outbox();
    void      refused_by_outbox(const group_ptr& one, database::trouble why, std::unique_lock<std::mutex>& lock);

    // Both.

    /// Why the outbox failed, after telling; none when it did not.
    template <class Work>
    std::optional<database::trouble> on_outbox(Work&& work) noexcept;

    /// Its calls go on. Waking them is not done under the lock, which every call needs.
    void done(const group& one, std::unique_lock<std::mutex>& lock);

    const std::unique_ptr<store>  database_; ///< the feeder's, but for interrupt()
    const std::unique_ptr<outbox> outbox_;
    const relay_tempo             tempo_;
    losses                        lost_;
    outage_log                    outage_;
    outage_log                    outbox_trouble_;
    clock::duration               took_{}; ///< the last write; the feeder's

    std::mutex  stopping_;
    std::thread feeder_;
    std::thread keeper_;

    std::mutex              guard_; ///< of all that follows
    std::condition_variable for_feeder_;
    std::condition_variable for_keeper_;
    std::condition_variable progress_;
    std::atomic<bool>       open_         = true;
    bool                    over_         = false;                    ///< nothing is pending, and nothing will come
    bool                    fed_          = false;                    ///< the feeder has ended
    clock::time_point       locked_until_ = clock::time_point::max(); ///< when a locked outbox is given up
    std::atomic<bool>       up_;
    way                     way_;
    rows_of_calls           queue_;
    group_ptr               in_hand_;               ///< the feeder's, until the keeper takes it away
    std::deque<group_ptr>   for_outbox_;            ///< what the database refused
    std::deque<group_ptr>   again_;                 ///< what the outbox refused and the database has not seen
    bool                    replaying_     = false; ///< the feeder does, and sees no queue meanwhile
    bool                    putting_       = false;
    bool                    keeper_sleeps_ = false; ///< without an hour to wake at
    unsigned                releasing_     = 0;     ///< groups whose calls are being woken

    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> commits_ = 0;
    std::atomic<std::uint64_t> pending_ = 0;
    std::atomic<std::uint64_t> put_by_  = 0;
};

template <class Work>
std::optional<database::trouble> relay_recorder::desk::on_outbox(Work&& work) noexcept
{
    auto why = database::trouble::other;
    try
    {
        work();
        outbox_trouble_.back(outbox_->depth());
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        why = error.kind();
    }
    catch (const std::exception&)
    {
        // No memory, or a row that cannot be read back.
    }
    outbox_trouble_.away(database::to_string(why), clock::now());
    return why;
}

} // namespace verbatim::core::usage
