#include "recording/group_recorder.hpp"

#include "recording/lost_rows.hpp"
#include "recording/pending_rows.hpp"
#include "recording/store.hpp"

#include "database/outage_log.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace verbatim::core::recording {
namespace {

/// Between two attempts at a locked database; most of the waiting happens inside the database.
constexpr std::chrono::milliseconds database_retry_interval{50};

} // namespace

class group_recorder::row_writer
{
public:
    row_writer(std::unique_ptr<store> target, sdk::log& log, std::chrono::milliseconds shutdown_timeout,
               std::chrono::milliseconds check_interval)
        : store_{std::move(target)}
        , shutdown_timeout_{shutdown_timeout}
        , check_interval_{check_interval}
        , lost_rows_{log}
        , outage_{log, "database"}
    {}

    void start()
    {
        thread_ = std::thread{[this] { run(); }};
    }

    void add(usage_row row, std::shared_ptr<flush_waiter> waiter) noexcept
    {
        try
        {
            std::unique_lock lock{mutex_};
            if (accepting_)
            {
                queue_.add(std::move(row), std::move(waiter)); // in the lock: flush_waiter relies on this order
                ++pending_;
                const bool was_empty = queue_.rows.size() == 1;
                lock.unlock(); // so that the woken thread need not wait for it
                if (was_empty) rows_available_.notify_one();
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

    void stop() noexcept
    {
        const std::scoped_lock stop_lock{stop_mutex_};
        {
            const std::scoped_lock lock{mutex_};
            if (accepting_) give_up_at_ = clock::now() + shutdown_timeout_;
            accepting_ = false;
            rows_available_.notify_one();
        }
        if (thread_.joinable()) thread_.join();
        lost_rows_.detach_log();
        outage_.detach_log();
    }

    recorder_statistics statistics() const noexcept
    {
        return {.written          = written_,
                .lost             = lost_rows_.count(),
                .commits          = commits_,
                .pending          = pending_,
                .database_up      = database_up_,
                .database_latency = clock::duration{latency_}};
    }

private:
    using clock = std::chrono::steady_clock;

    void run()
    {
        pending_rows batch;
        while (take(batch))
        {
            for (std::size_t first = 0; first < batch.rows.size(); first += max_group_rows)
            {
                const std::size_t count = std::min(max_group_rows, batch.rows.size() - first);
                write(batch, first, count);
                pending_ -= count;
                notify_flushed(std::span{batch.waiters}.subspan(first, count));
            }
            batch.clear();
        }
    }

    /// Waits for rows and takes all of them. Checks the database meanwhile. False: stopped, and none are left.
    bool take(pending_rows& batch)
    {
        std::unique_lock lock{mutex_};
        while (!rows_available_.wait_for(lock, check_interval_, [&] { return !queue_.empty() || !accepting_; }))
        {
            lock.unlock();
            check();
            lock.lock();
        }
        std::swap(batch, queue_);
        return !batch.empty();
    }

    void check() noexcept
    {
        const auto begin = clock::now();
        report_outcome(try_check(*store_), begin);
    }

    void report_outcome(std::optional<database::error_kind> error, clock::time_point begin) noexcept
    {
        latency_     = (clock::now() - begin).count();
        database_up_ = !error || *error == database::error_kind::constraint;
        if (database_up_) outage_.report_recovery();
        else outage_.report_outage(database::to_string(*error));
    }

    /// Writes these rows of the batch or reports them as lost.
    void write(const pending_rows& batch, std::size_t first, std::size_t count) noexcept
    {
        const auto lose = [&](std::span<const usage_row> part, std::string_view reason) {
            batch.mark_lost(static_cast<std::size_t>(part.data() - batch.rows.data()), part.size());
            lost_rows_.add(part, reason);
        };
        const auto write_part = [&](std::span<const usage_row> part) -> std::optional<database::error_kind> {
            const auto error = write_until_unlocked(part);
            if (!error || *error == database::error_kind::constraint) return error;
            lose(part, database::to_string(*error));
            return std::nullopt;
        };
        write_bisecting(std::span{batch.rows}.subspan(first, count), write_part, [&](const usage_row& row) {
            lose({&row, 1}, "constraint");
        });
    }

    /// Retries while the database is locked, after stop() until its timeout. Returns the error, none on success.
    std::optional<database::error_kind> write_until_unlocked(std::span<const usage_row> rows) noexcept
    {
        for (;;)
        {
            const auto begin = clock::now();
            const auto error = try_write(*store_, rows);
            report_outcome(error, begin);
            if (error != database::error_kind::busy || !wait_before_retry())
            {
                if (!error) written_ += rows.size();
                if (!error) ++commits_;
                return error;
            }
        }
    }

    /// False: the shutdown timeout is over.
    bool wait_before_retry()
    {
        std::unique_lock lock{mutex_};
        if (clock::now() >= give_up_at_) return false;
        rows_available_.wait_until(lock, std::min(give_up_at_, clock::now() + database_retry_interval));
        return true;
    }

    std::unique_ptr<store>          store_;
    const std::chrono::milliseconds shutdown_timeout_;
    const std::chrono::milliseconds check_interval_;
    lost_rows                       lost_rows_;
    database::outage_log            outage_;
    std::mutex                      stop_mutex_;
    std::thread                     thread_;

    std::mutex              mutex_;
    std::condition_variable rows_available_;
    std::atomic<bool>       accepting_  = true;
    clock::time_point       give_up_at_ = clock::time_point::max(); ///< no retry after it
    pending_rows            queue_;

    std::atomic<std::uint64_t> written_     = 0;
    std::atomic<std::uint64_t> commits_     = 0;
    std::atomic<std::uint64_t> pending_     = 0;
    std::atomic<bool>          database_up_ = true;
    std::atomic<clock::rep>    latency_     = 0; ///< of the last write or check
};

group_recorder::group_recorder(std::unique_ptr<store> target, sdk::log& log, std::chrono::milliseconds shutdown_timeout,
                               std::chrono::milliseconds check_interval)
    : writer_{std::make_shared<row_writer>(std::move(target), log, shutdown_timeout, check_interval)}
{
    writer_->start();
}

group_recorder::~group_recorder() { stop(); }

std::shared_ptr<ledger> group_recorder::open() { return std::make_shared<call_ledger<row_writer>>(writer_); }

recorder_statistics group_recorder::statistics() const noexcept { return writer_->statistics(); }

void group_recorder::stop() noexcept { writer_->stop(); }

} // namespace verbatim::core::recording
