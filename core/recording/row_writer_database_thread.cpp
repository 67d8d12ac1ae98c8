#include "recording/row_writer.hpp"
#include "recording/store.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::recording {

namespace {

/// Small enough that a replay does not delay the rows of waiting calls.
constexpr std::size_t max_replay_rows = 2'048;

} // namespace

void outbox_recorder::row_writer::run_database_thread() noexcept
{
    std::unique_lock lock{mutex_};
    auto             backoff     = timing_.initial_backoff;
    bool             replay_next = false; // alternates, so that load does not starve the outbox
    while (!stopped_)
    {
        const bool outbox_has_rows = outbox_->depth() > 0;
        if (!database_retries_.empty()) write(take_retry(), lock);
        else if (may_take_queue() && !(replay_next && outbox_has_rows))
        {
            write(take_queue(), lock);
            replay_next = true;
        }
        else if (route_ == route::direct && !outbox_has_rows) wait_for_rows(lock);
        else
        {
            replay_next                = false;
            const replay_result result = replay(lock);
            if (result != replay_result::failed) backoff = timing_.initial_backoff;
            if (result == replay_result::moved || (result == replay_result::empty && route_ == route::direct)) continue;
            wake_database_thread_.wait_for(lock, backoff, [&] {
                return stopped_ || !database_retries_.empty() || may_take_queue() ||
                       (result == replay_result::empty && outbox_->depth() > 0);
            });
            backoff = std::min(2 * backoff, timing_.max_backoff);
        }
    }
    database_thread_ended_ = true;
    progress_.notify_all();
}

outbox_recorder::row_writer::group_ptr outbox_recorder::row_writer::take_queue()
{
    auto batch                         = std::make_shared<group>();
    static_cast<pending_rows&>(*batch) = std::exchange(queue_, {});
    return batch;
}

outbox_recorder::row_writer::group_ptr outbox_recorder::row_writer::take_retry()
{
    auto batch = std::move(database_retries_.front());
    database_retries_.pop_front();
    return batch;
}

void outbox_recorder::row_writer::write(const group_ptr& batch, std::unique_lock<std::mutex>& lock)
{
    batch->database_outcome = outcome::writing;
    writing_                = batch;
    if (outbox_thread_idle_) wake_outbox_thread_.notify_one();
    lock.unlock();
    std::vector<std::size_t> rejected;
    const auto               begin = clock::now();
    const auto               error = write_in_groups(batch->rows, rejected);
    record_duration(begin);
    lock.lock();

    const bool still_owned  = writing_ == batch; // the outbox thread has not taken it over
    batch->database_outcome = error ? outcome::failed : outcome::written;
    writing_.reset();
    if (error) database_failed(*error);
    else database_recovered();

    if (still_owned && error) outbox_queue_.push_back(batch);
    else if (still_owned || batch->released)
    {
        if (error) lose(*batch, 0, batch->rows.size(), database::to_string(*error));
        else
        {
            for (const auto position : rejected) lose(*batch, position, 1, "constraint");
            written_ += batch->rows.size() - rejected.size();
            ++commits_;
        }
        if (still_owned) release_calls(*batch, lock);
    }
}

std::optional<database::error_kind> outbox_recorder::row_writer::write_in_groups(std::span<const usage_row> rows,
                                                                                 std::vector<std::size_t>&  rejected)
{
    for (std::size_t first = 0; first < rows.size(); first += max_group_rows)
    {
        const auto error = write_bisecting(
            rows.subspan(first, std::min(max_group_rows, rows.size() - first)),
            [&](std::span<const usage_row> part) { return try_write(*database_, part); },
            [&](const usage_row& row) { rejected.push_back(static_cast<std::size_t>(&row - rows.data())); });
        if (error) return error;
    }
    return std::nullopt;
}

outbox_recorder::row_writer::replay_result outbox_recorder::row_writer::replay(std::unique_lock<std::mutex>& lock)
{
    replaying_ = true;
    if (!queue_.empty()) wake_outbox_thread_.notify_one(); // rows queued during the replay need a deadline
    lock.unlock();
    std::vector<std::size_t> rejected;
    outbox::batch            batch;
    bool                     outbox_ok = !try_outbox([&] { batch = outbox_->oldest(max_replay_rows); });
    const auto               begin     = clock::now();
    const auto               error = batch.rows.empty() ? try_check(*database_) : write_in_groups(batch.rows, rejected);
    if (!batch.rows.empty()) record_duration(begin);
    if (!error && !batch.empty()) outbox_ok = !try_outbox([&] { outbox_->remove(batch); });
    lock.lock();
    replaying_ = false;

    if (outbox_ok && !error) // otherwise the next replay reports them
    {
        for (const auto position : rejected) lost_rows_.add({&batch.rows[position], 1}, "constraint");
        lost_rows_.add_damaged(batch.damaged);
    }
    if (stopped_) return replay_result::failed; // interrupted; the database may be available
    if (error) database_failed(*error);
    else database_recovered();
    if (error || !outbox_ok) return replay_result::failed;
    return batch.empty() ? replay_result::empty : replay_result::moved;
}

void outbox_recorder::row_writer::wait_for_rows(std::unique_lock<std::mutex>& lock)
{
    if (wake_database_thread_.wait_for(lock, timing_.check_interval) == std::cv_status::no_timeout) return;
    if (stopped_ || route_ != route::direct || !queue_.empty()) return;
    replaying_ = true; // rows that arrive meanwhile have a deadline
    lock.unlock();
    const auto begin = clock::now();
    const auto error = try_check(*database_);
    latency_         = (clock::now() - begin).count();
    lock.lock();
    replaying_ = false;
    if (stopped_) return; // interrupted
    if (error) database_failed(*error);
    else database_recovered();
}

void outbox_recorder::row_writer::record_duration(clock::time_point begin)
{
    last_write_duration_ = clock::now() - begin;
    latency_             = last_write_duration_.count();
}

void outbox_recorder::row_writer::database_recovered()
{
    database_up_ = true;
    report_recovery(database_outage_);
    // Back to the direct route once the database is fast again and the outbox fits into one replay.
    if (outbox_->depth() <= max_replay_rows && last_write_duration_ < timing_.database_timeout) route_ = route::direct;
}

void outbox_recorder::row_writer::database_failed(database::error_kind error)
{
    database_up_ = false;
    route_       = route::outbox;
    wake_outbox_thread_.notify_one();
    database_outage_.report_outage(database::to_string(error));
}

} // namespace verbatim::core::recording
