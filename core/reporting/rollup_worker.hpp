#pragma once

#include "reporting/rollup_steps.hpp"

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/session.hpp"
#include "database/wakeup.hpp"
#include "exec/reference_clock.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>

namespace verbatim::core::reporting {

struct rollup_settings
{
    std::chrono::milliseconds interval{5'000}; ///< between two runs without work
    hour_limits               hours{};
    std::int64_t              retention_days = 0; ///< USAGE_RETENTION_DAYS

    /// Between a new rows_from and the first dropped partition, so that reports with an older snapshot have ended, and
    /// after a table that was in use.
    std::chrono::seconds drop_delay{600};

    /// The largest statement reads the rows of an hour.
    database::timeouts timeouts{.statement = std::chrono::minutes{10}, .lock = std::chrono::seconds{5}};
};

/// As of the last run.
struct rollup_statistics
{
    std::int64_t marked_hours       = 0;  ///< that wait
    std::int64_t oldest_mark        = 0;  ///< age of the oldest of their marks in seconds
    std::int64_t failed_periods     = 0;  ///< that this server could not roll up
    std::int64_t unbuilt_until      = 0;  ///< hours before this time have no roll-ups yet; 0: all have
    std::int64_t rows_from          = 0;  ///< rows of hours before this time may be deleted
    double       since_last_success = -1; ///< seconds since the last run that succeeded; -1: none did
};

/// Keeps the roll-ups equal to the rows, with a thread and a session of its own, and deletes rows that are too old.
/// Every server has one; on PostgreSQL one computes at a time. Without it, or while it fails, reports read the rows. It
/// compares the clock with that of PostgreSQL, since it asks the database all the time.
class rollup_worker
{
public:
    /// `log` and `compared` outlive this object.
    rollup_worker(database::connection_info connection, sdk::log& log, rollup_settings settings = {},
                  exec::reference_clock* compared = nullptr);
    ~rollup_worker(); ///< calls stop()
    rollup_worker(const rollup_worker&)            = delete;
    rollup_worker& operator=(const rollup_worker&) = delete;

    /// [any thread]
    rollup_statistics statistics() const noexcept;

    /// Interrupts statements and joins the thread. [any thread except its own]
    void stop() noexcept;

private:
    using clock = std::chrono::steady_clock;

    void run();
    bool try_run();
    void compare_clocks();
    bool take_steps();
    void report(const period_failure& failure);
    void read_statistics();
    bool try_retention();
    void pause_retention();
    bool keep_retention();
    bool delete_old_rows(std::int64_t limit);

    const database::connection_info    connection_;
    const rollup_settings              settings_;
    exec::reference_clock* const       clock_; ///< may be null
    sdk::log&                          log_;
    database::outage_log               outage_;
    database::outage_log               retention_outage_;
    std::stop_source                   stop_;
    database::wakeup                   wakeup_;
    std::unique_ptr<database::session> session_; ///< null: not connected
    failed_periods                     failures_;
    std::int64_t                       seen_rows_from_ = -1;
    clock::time_point                  drop_delay_begin_{};
    clock::time_point                  retention_pause_end_{};
    std::int64_t                       deleted_ = 0; ///< rows or partitions, not logged yet

    std::atomic<std::int64_t>      marked_hours_   = 0;
    std::atomic<std::int64_t>      oldest_mark_    = 0;
    std::atomic<std::int64_t>      failed_periods_ = 0;
    std::atomic<std::int64_t>      unbuilt_until_  = 0;
    std::atomic<std::int64_t>      rows_from_      = 0;
    std::atomic<clock::time_point> last_success_{};
    std::thread                    thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::reporting
