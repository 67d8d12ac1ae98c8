#include "reporting/report_reader.hpp"

#include "reporting/series.hpp"

#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/system/system_error.hpp>

#include <string>
#include <utility>

namespace verbatim::core::reporting {
namespace {

constexpr std::size_t max_sessions = 2;

/// So that one tenant always leaves a session to others.
constexpr std::size_t max_sessions_of_tenant = max_sessions - 1;

} // namespace

void declare(sdk::schema_builder& schema, report_settings& s)
{
    schema.name("Reports", "Usage reports.");

    schema
        .optional(
            "USAGE_REPORT_MAX_ROWS", s.max_rows,
            "Maximum model calls that one usage report reads one by one; more get 422. It reads those of hours without "
            "current roll-ups, and of hours that its window cuts. A report needs about 120 bytes of memory for each, "
            "one with `group_by` twice as many, and two reports run at a time.")
        .at_least(1);
}

report_reader::report_reader(database::connection_info connection, sdk::log& log, database::timeouts timeouts,
                             report_settings limits)
    : limits_{limits}
    , sessions_{std::move(connection), timeouts, "usage_rollup_state"}
    , outage_{log, "usage_reports"}
    , queue_{max_sessions, max_sessions_of_tenant}
    , threads_{max_sessions}
{}

/// The error kind becomes the note of the error, which is logged with the request.
sdk::usage_report report_reader::read(const sdk::usage_window& window, std::optional<std::string_view> tenant,
                                      std::optional<usage_period> period, const std::stop_token& cancelled)
{
    bool is_open = false;
    try
    {
        auto report = sessions_.use(cancelled, [&](database::session& db) {
            is_open = true;
            return read_report(db, window, tenant, limits_.max_rows, period);
        });
        outage_.report_recovery();
        return report;
    }
    catch (const database::failure& error)
    {
        if (cancelled.stop_requested()) throw boost::system::system_error{boost::asio::error::operation_aborted};
        const auto kind     = database::to_string(error.kind());
        const bool is_state = !is_open || database::is_state(error.kind());
        if (is_state && !sessions_.is_stopped()) outage_.report_outage(kind);
        throw sdk::error{is_state ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error,
                         "database " + std::string{kind}};
    }
}

report_reader::~report_reader() { stop(); }

sdk::task<sdk::usage_report> report_reader::report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                                   std::optional<sdk::usage_period> period)
{
    if (period) check_periods({*period, window});
    const auto queue_tenant = tenant.value_or(std::string_view{}); // reports of all tenants share one queue
    if (queue_.waiting(queue_tenant) >= max_waiting_of_tenant)
        throw sdk::error{sdk::errc::overloaded, "too many reports are waiting"};

    const auto slot = co_await queue_.acquire(queue_tenant, std::chrono::steady_clock::time_point::max());
    // Before the check, so that the threads do not end between the check and the start of the work.
    auto guard = boost::asio::make_work_guard(threads_);
    if (sessions_.is_stopped()) throw sdk::error{sdk::errc::usage_backend_unavailable}; // no thread is left to run it
    std::stop_source stop_source;
    auto             work = [&] {
        guard.reset();
        return read(window, tenant, period, stop_source.get_token());
    };
    co_return co_await exec::on_pool(threads_, work, stop_source);
}

void report_reader::stop() noexcept
{
    sessions_.stop();
    threads_.join();
    outage_.detach_log();
}

} // namespace verbatim::core::reporting
