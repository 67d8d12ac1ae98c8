#include "usage/relay_recorder.hpp"

#include "usage/losses.hpp"
#include "usage/outage_log.hpp"
#include "usage/rows_of_calls.hpp"
#include "usage/write_apart.hpp"

#include "database/failure.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

namespace verbatim::core::usage {
namespace {

using clock = std::chrono::steady_clock;

/// Keeps a statement's text under a few megabytes, and a replay from holding up the rows of calls that wait.
constexpr std::size_t largest_group = 8'192;
constexpr std::size_t replay_group  = 2'048;

/// What the end waits for a thread that is inside a driver.
constexpr std::chrono::seconds longest_goodbye{10};

/// What it waits for an outbox that somebody else keeps locked, and what lies between two attempts at one.
constexpr std::chrono::seconds      longest_lock_at_end{5};
constexpr std::chrono::milliseconds breath{50};

} // namespace

class relay_recorder::desk : public std::enable_shared_from_this<desk>
{
public:
    desk(std::unique_ptr<store> to, std::unique_ptr<outbox> beside, bool reached, sdk::log& log, relay_tempo at)
        : database_{std::move(to)}
        , outbox_{std::move(beside)}
        , tempo_{at}
        , lost_{log}
        , outage_{log, "database"}
        , outbox_trouble_{log, "outbox"}
        , up_{reached}
        , way_{reached && outbox_->depth() == 0 ? way::straight : way::outbox}
    {}

    /// Each thread keeps the desk: one that is stuck in a driver when the end comes is left behind.
    void start()
    {
        feeder_ = std::thread{[self = shared_from_this()] { self->feed_database(); }};
        keeper_ = std::thread{[self = shared_from_this()] { self->keep_time(); }};
    }

    void enter(attempt row, std::shared_ptr<page> on) noexcept
    {
        try
        {
            std::unique_lock lock{guard_};
            if (open_)
            {
                queue_.add(std::move(row), std::move(on)); // under the lock: a page sees its rows in this order
                ++pending_;
                if (queue_.rows.size() > 1) return; // somebody has been told
                const bool feeder = way_ == way::straight;
                const bool keeper = way_ == way::outbox || replaying_;
                lock.unlock(); // who is woken would wait for it at once
                if (feeder) for_feeder_.notify_one();
                if (keeper) for_keeper_.notify_one();
                return;
            }
        }
        catch (...)
        {
            // No memory: lost, as told below. Nothing was counted in.
        }
        lost_.add({&row, 1}, open_ ? "no_memory" : "stopped");
    }

    void stop() noexcept
    {
        const std::scoped_lock ending{stopping_};
        std::unique_lock       lock{guard_};
        if (open_) locked_until_ = clock::now() + longest_lock_at_end;
        open_ = false;
        progress_.wait(lock,
                       [&] { return pending_ == 0 && releasing_ == 0; }); // the keeper sees to it within its patience
        over_ = true;
        lock.unlock();
        database_->interrupt();
        for_feeder_.notify_one();
        for_keeper_.notify_one();
        if (keeper_.joinable()) keeper_.join();

        lock.lock();
        const bool ended = progress_.wait_for(lock, longest_goodbye, [&] { return fed_; });
        lock.unlock();
        if (feeder_.joinable()) ended ? feeder_.join() : feeder_.detach();
        lost_.hush();
        outage_.hush();
        outbox_trouble_.hush();
    }

    figures counted() const noexcept
    {
        return {.written     = written_,
                .lost        = lost_.counted(),
                .commits     = commits_,
                .pending     = pending_,
                .put_by      = put_by_,
                .outbox_rows = outbox_->depth(),
                .database_up = up_};
    }

private:
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

    // The feeder: the only one who talks to the database.

    void feed_database() noexcept
    {
        std::unique_lock lock{guard_};
        auto             pause       = tempo_.first_retry;
        bool             replay_next = false; // under load the last rows of the outbox have their turn too
        while (!over_)
        {
            const bool is_left = outbox_->depth() > 0;
            if (!again_.empty()) write(take_again(), lock);
            else if (may_take_queue() && !(replay_next && is_left))
            {
                write(take_queue(), lock);
                replay_next = true;
            }
            else if (way_ == way::straight && !is_left) for_feeder_.wait(lock);
            else
            {
                replay_next     = false;
                const step made = replay(lock);
                if (made != step::failed) pause = tempo_.first_retry;
                if (made == step::moved || (made == step::nothing && way_ == way::straight)) continue;
                for_feeder_.wait_for(lock, pause, [&] {
                    return over_ || !again_.empty() || may_take_queue() ||
                           (made == step::nothing && outbox_->depth() > 0);
                });
                pause = std::min(2 * pause, tempo_.longest_retry);
            }
        }
        fed_ = true;
        progress_.notify_all();
    }

    /// Not before the keeper has put by what came earlier: rows of one call are made safe in their order.
    bool may_take_queue() const { return way_ == way::straight && !queue_.empty() && !putting_ && for_outbox_.empty(); }

    group_ptr take_queue()
    {
        auto taken                          = std::make_shared<group>();
        static_cast<rows_of_calls&>(*taken) = std::exchange(queue_, {});
        return taken;
    }

    group_ptr take_again()
    {
        auto taken = std::move(again_.front());
        again_.pop_front();
        return taken;
    }

    void write(const group_ptr& one, std::unique_lock<std::mutex>& lock)
    {
        one->in_database = fate::in_hand;
        in_hand_         = one;
        if (keeper_sleeps_) for_keeper_.notify_one();
        lock.unlock();
        std::vector<attempt> refused;
        const auto           begin   = clock::now();
        const auto           trouble = write_in_groups(one->rows, refused);
        took_                        = clock::now() - begin;
        lock.lock();

        const bool mine  = in_hand_ == one; // the keeper has not lost patience
        one->in_database = trouble ? fate::failed : fate::written;
        in_hand_.reset();
        if (trouble) went_away(*trouble);
        else came_back();

        if (mine && trouble) for_outbox_.push_back(one);
        else if (mine || one->let_go)
        {
            lost_.add(trouble ? one->rows : refused, trouble ? database::to_string(*trouble) : "constraint");
            if (!trouble) written_ += one->rows.size() - refused.size();
            if (!trouble) ++commits_;
            if (mine) done(*one, lock);
        }
    }

    std::optional<database::trouble> write_in_groups(std::span<const attempt> rows, std::vector<attempt>& refused)
    {
        for (; !rows.empty(); rows = rows.subspan(std::min(largest_group, rows.size())))
        {
            const auto trouble = write_apart(*database_, rows.first(std::min(largest_group, rows.size())),
                                             [&](const attempt& row) { refused.push_back(row); });
            if (trouble) return trouble;
        }
        return std::nullopt;
    }

    enum class step
    {
        moved,   ///< rows have left the outbox
        nothing, ///< there are none
        failed,
    };

    /// One step towards an empty outbox.
    step replay(std::unique_lock<std::mutex>& lock)
    {
        replaying_ = true;
        if (!queue_.empty()) for_keeper_.notify_one(); // who waits meanwhile does not wait for ever
        lock.unlock();
        std::vector<attempt> refused;
        outbox::batch        waiting;
        bool                 left    = !on_outbox([&] { waiting = outbox_->oldest(replay_group); });
        const auto           begin   = clock::now();
        const auto           trouble = waiting.rows.empty() ? reach() : write_in_groups(waiting.rows, refused);
        if (!waiting.rows.empty()) took_ = clock::now() - begin;
        if (!trouble && !waiting.rows.empty()) left = !on_outbox([&] { outbox_->drop(waiting); });
        lock.lock();
        replaying_ = false;

        if (left && !trouble) lost_.add(refused, "constraint"); // otherwise they will be refused again
        if (over_) return step::failed;                         // broken off, which says nothing about the database
        if (trouble) went_away(*trouble);
        else came_back();
        if (trouble || !left) return step::failed;
        return waiting.rows.empty() ? step::nothing : step::moved;
    }

    std::optional<database::trouble> reach()
    {
        try
        {
            database_->make_ready();
            return std::nullopt;
        }
        catch (const database::failure& error)
        {
            return error.kind();
        }
    }

    /// Why the outbox failed, after telling; none when it did not.
    template <class Work>
    std::optional<database::trouble> on_outbox(Work&& work) noexcept
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

    void came_back()
    {
        up_ = true;
        outage_.back(outbox_->depth());
        // Straight again once the database has been quick, and has little to catch up with.
        if (outbox_->depth() <= replay_group && took_ < tempo_.patience) way_ = way::straight;
    }

    void went_away(database::trouble why)
    {
        up_  = false;
        way_ = way::outbox;
        for_keeper_.notify_one();
        outage_.away(database::to_string(why), clock::now());
    }

    // The keeper: watches the clock, and is the only one who puts into the outbox.

    void keep_time() noexcept
    {
        std::unique_lock lock{guard_};
        while (!over_)
        {
            if (group_ptr next = next_for_outbox())
            {
                putting_ = true;
                lock.unlock();
                const auto trouble = on_outbox([&] { outbox_->put(next->rows); });
                lock.lock();
                if (trouble) refused_by_outbox(next, *trouble, lock);
                else
                {
                    put_by_ += next->rows.size();
                    done(*next, lock);
                }
                putting_ = false;
                for_feeder_.notify_one();
            }
            else if (const auto until = end_of_patience()) for_keeper_.wait_until(lock, *until);
            else
            {
                keeper_sleeps_ = true;
                for_keeper_.wait(lock);
                keeper_sleeps_ = false;
            }
        }
    }

    /// Of the oldest rows that wait for the database.
    std::optional<clock::time_point> end_of_patience() const
    {
        if (in_hand_) return in_hand_->since + tempo_.patience;
        if (!again_.empty()) return again_.front()->since + tempo_.patience;
        if (way_ == way::straight && !queue_.empty()) return queue_.since + tempo_.patience;
        return std::nullopt;
    }

    /// The oldest first: what the database refused, what it holds too long, what comes while it is away.
    group_ptr next_for_outbox()
    {
        if (!for_outbox_.empty())
        {
            auto next = std::move(for_outbox_.front());
            for_outbox_.pop_front();
            return next;
        }
        if (const auto until = end_of_patience())
        {
            if (clock::now() < *until) return nullptr;
            way_ = way::outbox;
            outage_.away("timeout", clock::now());
            if (in_hand_) return std::exchange(in_hand_, nullptr);
            return again_.empty() ? take_queue() : take_again();
        }
        return way_ == way::outbox && !queue_.empty() ? take_queue() : nullptr;
    }

    void refused_by_outbox(const group_ptr& one, database::trouble why, std::unique_lock<std::mutex>& lock)
    {
        // The database is the last hope, if it is there.
        if (one->in_database == fate::untried && up_ && !one->outbox_refused)
        {
            one->outbox_refused = true;
            again_.push_back(one);
            return;
        }
        // A lock passes.
        if (why == database::trouble::busy && one->in_database != fate::written && clock::now() < locked_until_)
        {
            for_outbox_.push_front(one);
            for_keeper_.wait_for(lock, breath);
            return;
        }
        // Its calls do not wait for what the feeder will find out; that is told then.
        if (one->in_database == fate::in_hand) one->let_go = true;
        else if (one->in_database == fate::written) written_ += one->rows.size();
        else lost_.add(one->rows, database::to_string(why));
        done(*one, lock);
    }

    /// Its calls go on. Waking them is not done under the lock, which every call needs.
    void done(const group& one, std::unique_lock<std::mutex>& lock)
    {
        pending_ -= one.rows.size();
        ++releasing_;
        lock.unlock();
        release(one.pages);
        lock.lock();
        --releasing_;
        progress_.notify_all();
    }

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

relay_recorder::relay_recorder(std::unique_ptr<store> to, std::unique_ptr<outbox> beside, bool reached, sdk::log& log,
                               relay_tempo at)
    : desk_{std::make_shared<desk>(std::move(to), std::move(beside), reached, log, at)}
{
    desk_->start();
}

relay_recorder::~relay_recorder() { stop(); }

std::shared_ptr<ledger> relay_recorder::open() { return std::make_shared<call_ledger<desk>>(desk_); }

figures relay_recorder::counted() const noexcept { return desk_->counted(); }

void relay_recorder::stop() noexcept { desk_->stop(); }

} // namespace verbatim::core::usage
