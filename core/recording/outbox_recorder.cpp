#include "recording/row_writer.hpp"

#include <utility>

namespace verbatim::core::recording {

namespace {

/// How long stop() waits for an outbox that another process keeps locked.
constexpr std::chrono::seconds outbox_lock_timeout{5};

} // namespace

outbox_recorder::row_writer::row_writer(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable,
                                        sdk::log& log, outbox_timing timing)
    : database_{std::move(target)}
    , outbox_{std::move(fallback)}
    , timing_{timing}
    , lost_rows_{log}
    , database_outage_{log, "database"}
    , outbox_outage_{log, "outbox"}
    , database_up_{reachable}
    , route_{reachable && outbox_->depth() == 0 ? route::direct : route::outbox}
{}

void outbox_recorder::row_writer::start()
{
    report_damaged_files();
    database_thread_ = std::thread{[self = shared_from_this()] { self->run_database_thread(); }};
    outbox_thread_   = std::thread{[self = shared_from_this()] { self->run_outbox_thread(); }};
}

void outbox_recorder::row_writer::report_damaged_files() noexcept
{
    const auto files          = outbox_->damaged_files();
    const auto reported_files = reported_damaged_files_.exchange(files);
    if (files != reported_files) lost_rows_.report_damaged_files(files - reported_files);
}

void outbox_recorder::row_writer::add(usage_row row, std::shared_ptr<flush_waiter> waiter) noexcept
{
    try
    {
        std::unique_lock lock{mutex_};
        if (accepting_)
        {
            queue_.add(std::move(row), std::move(waiter)); // in the lock: flush_waiter relies on this order
            ++pending_;
            if (queue_.rows.size() > 1) return; // a thread is awake already
            const bool wake_database_thread = route_ == route::direct;
            const bool wake_outbox_thread   = route_ == route::outbox || replaying_;
            lock.unlock(); // so that the woken thread need not wait for it
            if (wake_database_thread) wake_database_thread_.notify_one();
            if (wake_outbox_thread) wake_outbox_thread_.notify_one();
            return;
        }
    }
    catch (...)
    {
        // Out of memory: the row was not queued and is lost.
    }
    waiter->row_lost();
    lost_rows_.add({&row, 1}, accepting_ ? "no_memory" : "stopped");
}

void outbox_recorder::row_writer::stop() noexcept
{
    const std::scoped_lock stop_lock{stop_mutex_};
    std::unique_lock       lock{mutex_};
    if (accepting_) outbox_lock_deadline_ = clock::now() + outbox_lock_timeout;
    accepting_ = false;
    // The outbox thread releases all pending rows within the database timeout.
    progress_.wait(lock, [&] { return pending_ == 0 && releasing_ == 0; });
    stopped_ = true;
    lock.unlock();
    database_->interrupt();
    wake_database_thread_.notify_one();
    wake_outbox_thread_.notify_one();
    if (outbox_thread_.joinable()) outbox_thread_.join();

    if (database_thread_.joinable()) end_database_thread();
    lost_rows_.detach_log();
    database_outage_.detach_log();
    outbox_outage_.detach_log();
}

void outbox_recorder::row_writer::end_database_thread()
{
    std::unique_lock lock{mutex_};
    const bool       ended = progress_.wait_for(lock, timing_.driver_timeout, [&] { return database_thread_ended_; });
    lock.unlock();
    ended ? database_thread_.join() : database_thread_.detach();
}

recorder_statistics outbox_recorder::row_writer::statistics() const noexcept
{
    return {.written          = written_,
            .lost             = lost_rows_.count(),
            .commits          = commits_,
            .pending          = pending_,
            .stored_in_outbox = stored_in_outbox_,
            .outbox_rows      = outbox_->depth(),
            .damaged_outboxes = outbox_->damaged_files(),
            .database_up      = database_up_,
            .database_latency = clock::duration{latency_},
            .outbox_age       = outbox_->age()};
}

outbox_recorder::outbox_recorder(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable,
                                 sdk::log& log, outbox_timing timing)
    : writer_{std::make_shared<row_writer>(std::move(target), std::move(fallback), reachable, log, timing)}
{
    writer_->start();
}

outbox_recorder::~outbox_recorder() { stop(); }

std::shared_ptr<ledger> outbox_recorder::open() { return std::make_shared<call_ledger<row_writer>>(writer_); }

recorder_statistics outbox_recorder::statistics() const noexcept { return writer_->statistics(); }

void outbox_recorder::stop() noexcept { writer_->stop(); }

} // namespace verbatim::core::recording
