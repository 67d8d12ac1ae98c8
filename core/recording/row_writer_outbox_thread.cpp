#include "recording/row_writer.hpp"

#include <utility>

namespace verbatim::core::recording {

namespace {

/// Between two attempts at an outbox that another process keeps locked.
constexpr std::chrono::milliseconds outbox_retry_interval{50};

} // namespace

void outbox_recorder::row_writer::run_outbox_thread() noexcept
{
    std::unique_lock lock{mutex_};
    while (!stopped_)
    {
        if (group_ptr batch = next_for_outbox())
        {
            writing_outbox_ = true;
            lock.unlock();
            const auto error = try_outbox([&] { outbox_->append(batch->rows); });
            lock.lock();
            if (error) outbox_failed(batch, *error, lock);
            else
            {
                stored_in_outbox_ += batch->rows.size();
                release_calls(*batch, lock);
            }
            writing_outbox_ = false;
            wake_database_thread_.notify_one();
        }
        else if (const auto deadline = next_deadline()) wake_outbox_thread_.wait_until(lock, *deadline);
        else
        {
            outbox_thread_idle_ = true;
            wake_outbox_thread_.wait(lock);
            outbox_thread_idle_ = false;
        }
    }
}

std::optional<outbox_recorder::row_writer::clock::time_point> outbox_recorder::row_writer::next_deadline() const
{
    if (writing_) return writing_->first_added + timing_.database_timeout;
    if (!database_retries_.empty()) return database_retries_.front()->first_added + timing_.database_timeout;
    if (route_ == route::direct && !queue_.empty()) return queue_.first_added + timing_.database_timeout;
    return std::nullopt;
}

outbox_recorder::row_writer::group_ptr outbox_recorder::row_writer::next_for_outbox()
{
    if (!outbox_queue_.empty())
    {
        auto batch = std::move(outbox_queue_.front());
        outbox_queue_.pop_front();
        return batch;
    }
    if (const auto deadline = next_deadline())
    {
        if (clock::now() < *deadline) return nullptr;
        route_ = route::outbox;
        database_outage_.report_outage("timeout");
        if (writing_) return std::exchange(writing_, nullptr);
        return database_retries_.empty() ? take_queue() : take_retry();
    }
    return route_ == route::outbox && !queue_.empty() ? take_queue() : nullptr;
}

void outbox_recorder::row_writer::outbox_failed(const group_ptr& batch, database::error_kind error,
                                                std::unique_lock<std::mutex>& lock)
{
    // The database is the only alternative, if it is up.
    if (batch->database_outcome == outcome::untried && database_up_ && !batch->outbox_refused)
    {
        batch->outbox_refused = true;
        database_retries_.push_back(batch);
        return;
    }
    // A lock is temporary.
    if (error == database::error_kind::busy && batch->database_outcome != outcome::written &&
        clock::now() < outbox_lock_deadline_)
    {
        outbox_queue_.push_front(batch);
        wake_outbox_thread_.wait_for(lock, outbox_retry_interval);
        return;
    }
    // Calls do not wait for a write in progress; the database thread counts its outcome.
    if (batch->database_outcome == outcome::writing)
    {
        batch->released = true;
        batch->mark_lost(0, batch->rows.size()); // for their calls, which continue without knowing
    }
    else if (batch->database_outcome == outcome::written) written_ += batch->rows.size();
    else lose(*batch, 0, batch->rows.size(), database::to_string(error));
    release_calls(*batch, lock);
}

void outbox_recorder::row_writer::release_calls(const group& batch, std::unique_lock<std::mutex>& lock)
{
    pending_ -= batch.rows.size();
    ++releasing_;
    lock.unlock();
    notify_flushed(batch.waiters);
    lock.lock();
    --releasing_;
    progress_.notify_all();
}

} // namespace verbatim::core::recording
