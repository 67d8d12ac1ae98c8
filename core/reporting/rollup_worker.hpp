#pragma once

#include "reporting/rollup_steps.hpp"

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/wakeup.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>

namespace verbatim::core::reporting {

/// As of the last run.
struct rollup_statistics
{
    std::int64_t marks              = 0;  ///< marks of hours that wait
    std::int64_t oldest_mark        = 0;  ///< age of the oldest of these in seconds
    std::int64_t unbuilt_until      = 0;  ///< hours before this time have no roll-ups yet; 0: all have
    double       since_last_success = -1; ///< seconds since the last run that succeeded; -1: none did
};

/// Keeps the roll-ups equal to the rows, with a thread and a session of its own. Every server has one; on PostgreSQL
/// one computes at a time. Without it, or while it fails, reports read the rows.
class rollup_worker
{
public:
    /// Between two runs without work.
    static constexpr std::chrono::seconds default_interval{5};

    /// `log` outlives this object.
    rollup_worker(database::connection_info connection, sdk::log& log,
                  std::chrono::milliseconds interval = default_interval);
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
    bool try_steps();
    bool take_steps();
    void read_statistics();

    const database::connection_info    connection_;
    const std::chrono::milliseconds    interval_;
    sdk::log&                          log_;
    database::outage_log               outage_;
    std::stop_source                   stop_;
    database::wakeup                   wakeup_;
    std::unique_ptr<database::session> session_; ///< null: not connected

    std::atomic<std::int64_t>      marks_         = 0;
    std::atomic<std::int64_t>      oldest_mark_   = 0;
    std::atomic<std::int64_t>      unbuilt_until_ = 0;
    std::atomic<clock::time_point> last_success_{};
    std::thread                    thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::reporting
