#include "usage/relay_desk.hpp"

#include <utility>

namespace verbatim::core::usage {

namespace {

/// What the end waits for a thread that is inside a driver.
constexpr std::chrono::seconds longest_goodbye{10};

/// What it waits for an outbox that somebody else keeps locked.
constexpr std::chrono::seconds longest_lock_at_end{5};

} // namespace

relay_recorder::desk::desk(std::unique_ptr<store> to, std::unique_ptr<outbox> beside, bool reached, sdk::log& log,
                           relay_tempo at)
    : database_{std::move(to)}
    , outbox_{std::move(beside)}
    , tempo_{at}
    , lost_{log}
    , outage_{log, "database"}
    , outbox_trouble_{log, "outbox"}
    , up_{reached}
    , way_{reached && outbox_->depth() == 0 ? way::straight : way::outbox}
{}

void relay_recorder::desk::start()
{
    feeder_ = std::thread{[self = shared_from_this()] { self->feed_database(); }};
    keeper_ = std::thread{[self = shared_from_this()] { self->keep_time(); }};
}

void relay_recorder::desk::enter(attempt row, std::shared_ptr<page> on) noexcept
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

void relay_recorder::desk::stop() noexcept
{
    const std::scoped_lock ending{stopping_};
    std::unique_lock       lock{guard_};
    if (open_) locked_until_ = clock::now() + longest_lock_at_end;
    open_ = false;
    progress_.wait(lock, [&] { return pending_ == 0 && releasing_ == 0; }); // the keeper sees to it within its patience
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

figures relay_recorder::desk::counted() const noexcept
{
    return {.written     = written_,
            .lost        = lost_.counted(),
            .commits     = commits_,
            .pending     = pending_,
            .put_by      = put_by_,
            .outbox_rows = outbox_->depth(),
            .database_up = up_};
}

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
