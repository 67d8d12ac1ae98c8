#include "reporting/rollup_worker.hpp"

#include "reporting/rollup_steps.hpp"
#include "reporting/usage_rows.hpp"

#include "database/failure.hpp"
#include "database/inspection.hpp"
#include "database/migrations.hpp"
#include "database/session.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace verbatim::core::reporting {
namespace {

/// Over this number of marks besides two of each period they are compacted.
constexpr std::int64_t max_surplus_marks = 1'000;

/// The pause after a run is at least this many times as long as the run, so that a large history does not slow calls.
constexpr int pause_per_run = 3;

/// Batches of deleted rows in a run.
constexpr int max_batches = 10;

/// Further failed periods are in the metric only.
constexpr std::size_t max_logged_failures = 10;

} // namespace

rollup_worker::rollup_worker(database::connection_info connection, sdk::log& log, rollup_settings settings,
                             exec::reference_clock* compared)
    : connection_{std::move(connection)}
    , settings_{settings}
    , clock_{compared}
    , log_{log}
    , outage_{log, "usage_rollups"}
    , retention_outage_{log, "usage_retention"}
    , thread_{[this] { run(); }}
{}

rollup_worker::~rollup_worker() { stop(); }

void rollup_worker::stop() noexcept
{
    stop_.request_stop();
    wakeup_.notify();
    if (thread_.joinable()) thread_.join();
}

rollup_statistics rollup_worker::statistics() const noexcept
{
    const auto   last  = last_success_.load();
    const double since = last == clock::time_point{} ? -1 : std::chrono::duration<double>{clock::now() - last}.count();
    return {marked_hours_, oldest_mark_, failed_periods_, unbuilt_until_, rows_from_, since};
}

void rollup_worker::run()
{
    while (!stop_.stop_requested())
    {
        const auto begin     = clock::now();
        const bool more_work = try_run();
        const auto pause     = std::chrono::ceil<std::chrono::milliseconds>(pause_per_run * (clock::now() - begin));
        wakeup_.wait(more_work ? pause : std::max(pause, settings_.interval), -1);
    }
}

/// Returns whether there is more work. After a failed period the others follow; any other failed run is repeated after
/// the interval.
bool rollup_worker::try_run()
{
    try
    {
        if (!session_)
            session_ =
                database::open_migrated(connection_, settings_.timeouts, stop_.get_token(), "usage_rollup_state");
        session_->ensure_not_replaced();
        compare_clocks();
        const bool more_steps = take_steps();
        read_statistics();
        last_success_ = clock::now();
        outage_.report_recovery();
        return try_retention() || more_steps;
    }
    catch (const period_failure& failure)
    {
        session_.reset();
        if (!stop_.stop_requested()) report(failure);
        return true;
    }
    catch (const std::exception& error)
    {
        session_.reset();
        if (!stop_.stop_requested()) outage_.report_outage(error_name(error));
        return false;
    }
}

/// SQLite has the clock of this machine.
void rollup_worker::compare_clocks()
{
    if (!clock_ || session_->sql_dialect() == database::dialect::sqlite) return;
    clock_->compare([this] {
        return exec::reference_clock::time_point{std::chrono::microseconds{database::microseconds_now(*session_)}};
    });
}

bool rollup_worker::take_steps()
{
    const auto waiting = failures_.waiting(clock::now());
    compact_marks(*session_, max_surplus_marks);
    const auto hours = roll_up_marked_hours(*session_, settings_.hours, waiting);
    /// Rows arrived after their time was deleted: see docs/reference/accounting.md#retention.
    if (hours.late_hours != 0) log_.write(sdk::severity::warning, "usage_rows_late", {{"hours", hours.late_hours}});
    const auto merged  = merge_periods(*session_, database::microseconds_now(), waiting);
    const auto history = roll_up_history(*session_, waiting);
    if (history == step_result::done && read_state(*session_).built_from == 0)
        log_.write(sdk::severity::info, "usage_history_rolled_up");
    return hours.result == step_result::done || merged == step_result::done || history == step_result::done;
}

void rollup_worker::report(const period_failure& failure)
{
    const bool is_new = !failures_.contains(failure) && failures_.size() < max_logged_failures;
    const auto wait   = failures_.add(failure, clock::now());
    failed_periods_   = static_cast<std::int64_t>(failures_.size());
    const auto start  = utc_text(failure.start);
    if (is_new)
        log_.write(sdk::severity::warning, "usage_rollup_failed",
                   {{"period", name_of(failure.level)},
                    {"start", std::string_view{start}},
                    {"error_class", failure.error},
                    {"retry_seconds", wait.count()}});
}

void rollup_worker::read_statistics()
{
    period_set   marked;
    std::int64_t hours = 0, oldest = 0;
    for (const auto& mark : read_marks(*session_))
    {
        marked.emplace(mark.level, mark.start);
        if (mark.level != usage_period::hour) continue;
        ++hours;
        oldest = std::max(oldest, mark.oldest_age);
    }
    failures_.keep(marked);
    const auto state = read_state(*session_);
    marked_hours_    = hours;
    oldest_mark_     = oldest;
    failed_periods_  = static_cast<std::int64_t>(failures_.size());
    unbuilt_until_   = state.built_from;
    rows_from_       = state.rows_from;
}

/// Returns whether there is more work. A failure does not concern roll-ups; it is tried again after the interval, and a
/// PostgreSQL table in use after the delay of drops, since each attempt to lock it delays writers.
bool rollup_worker::try_retention()
{
    if (settings_.retention_days == 0 || clock::now() < retention_pause_end_) return false;
    try
    {
        const bool more_work = keep_retention();
        retention_outage_.report_recovery();
        return more_work;
    }
    catch (const database::failure& error)
    {
        session_.reset();
        if (stop_.stop_requested()) return false;
        const bool delays_writers = connection_.sql_dialect() == database::dialect::postgresql;
        if (delays_writers && error.kind() == database::error_kind::busy) pause_retention();
        else retention_outage_.report_outage(error_name(error));
        return false;
    }
}

void rollup_worker::pause_retention()
{
    retention_pause_end_ = clock::now() + settings_.drop_delay;
    /// A table is in use: see docs/reference/accounting.md#retention.
    log_.write(sdk::severity::warning, "usage_retention_delayed", {{"retry_seconds", settings_.drop_delay.count()}});
}

/// First rows_from, then the rows: a crash in between leaves rows that the next run deletes.
bool rollup_worker::keep_retention()
{
    const auto limit    = retention_limit(*session_, settings_.retention_days);
    const auto finished = finish_oldest_rows(*session_, limit);
    return delete_old_rows(limit) || finished == step_result::done;
}

bool rollup_worker::delete_old_rows(std::int64_t limit)
{
    const auto rows_from = read_state(*session_).rows_from;
    if (rows_from != seen_rows_from_)
    {
        seen_rows_from_   = rows_from;
        drop_delay_begin_ = clock::now();
    }
    const bool has_snapshots = session_->sql_dialect() == database::dialect::sqlite;
    if (!has_snapshots && clock::now() - drop_delay_begin_ < settings_.drop_delay) return false;

    deletion last{.more_work = true};
    for (int n = 0; last.more_work && n < max_batches && !stop_.stop_requested(); ++n)
    {
        last = delete_rows(*session_, limit);
        deleted_ += last.deleted;
    }
    if (!last.more_work && deleted_ != 0)
        /// `rows` of SQLite, or `partitions` of PostgreSQL: see docs/reference/accounting.md#retention.
        log_.write(sdk::severity::info, "usage_rows_deleted",
                   {{has_snapshots ? "rows" : "partitions", std::exchange(deleted_, 0)}});
    return last.more_work;
}

} // namespace verbatim::core::reporting
