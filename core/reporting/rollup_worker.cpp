#include "reporting/rollup_worker.hpp"

#include "database/failure.hpp"
#include "database/migrations.hpp"
#include "database/now.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::reporting {
namespace {

/// Of a single statement; the largest reads the rows of an hour.
constexpr database::timeouts timeouts{.statement = std::chrono::minutes{10}, .lock = std::chrono::seconds{5}};

constexpr std::size_t max_hours_of_step = 24;

/// The pause after a run is at least this many times as long as the run, so that a large history does not slow calls.
constexpr int pause_per_run = 3;

} // namespace

rollup_worker::rollup_worker(database::connection_info connection, sdk::log& log, std::chrono::milliseconds interval)
    : connection_{std::move(connection)}
    , interval_{interval}
    , log_{log}
    , outage_{log, "usage_rollups"}
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
    return {marks_, oldest_mark_, unbuilt_until_, since};
}

void rollup_worker::run()
{
    while (!stop_.stop_requested())
    {
        const auto begin     = clock::now();
        const bool more_work = try_steps();
        const auto pause     = std::chrono::ceil<std::chrono::milliseconds>(pause_per_run * (clock::now() - begin));
        wakeup_.wait(more_work ? pause : std::max(pause, interval_), -1);
    }
}

/// Returns whether there is more work. A failed run is repeated after the interval.
bool rollup_worker::try_steps()
{
    std::string_view error;
    bool             more_work = false;
    try
    {
        if (!session_)
            session_ = database::open_migrated(connection_, timeouts, stop_.get_token(), "usage_rollup_state");
        session_->ensure_not_replaced();
        more_work = take_steps();
        read_statistics();
        last_success_ = clock::now();
    }
    catch (const database::failure& failure)
    {
        error = database::to_string(failure.kind());
    }
    catch (const std::exception&)
    {
        error = "no_memory";
    }
    if (error.empty()) outage_.report_recovery();
    else
    {
        session_.reset();
        if (!stop_.stop_requested()) outage_.report_outage(error);
    }
    return more_work;
}

bool rollup_worker::take_steps()
{
    roll_up_marked_hours(*session_, max_hours_of_step);
    const auto merged  = merge_periods(*session_, database::microseconds_now());
    const auto history = roll_up_history(*session_);
    if (history == step_result::done && read_state(*session_).built_from == 0)
        log_.write(sdk::severity::info, "usage_history_rolled_up");
    return merged == step_result::done || history == step_result::done;
}

void rollup_worker::read_statistics()
{
    std::int64_t count = 0, oldest = 0;
    for (const auto& mark : read_marks(*session_))
    {
        if (mark.level != usage_period::hour) continue;
        ++count;
        oldest = std::max(oldest, mark.age);
    }
    marks_         = count;
    oldest_mark_   = oldest;
    unbuilt_until_ = read_state(*session_).built_from;
}

} // namespace verbatim::core::reporting
