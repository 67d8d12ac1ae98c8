#include "reporting/report_reader.hpp"

#include "reporting/report_query.hpp"
#include "reporting/series.hpp"

#include "database/migrations.hpp"
#include "database/outage_log.hpp"
#include "exec/fair_queue.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::reporting {
namespace {

constexpr std::size_t max_sessions = 2;

/// So that one tenant always leaves a session to others.
constexpr std::size_t max_sessions_of_tenant = max_sessions - 1;

using database::error_kind;

sdk::errc code_of(error_kind kind)
{
    return database::is_state(kind) ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error;
}

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

class report_reader::worker
{
public:
    struct report_request
    {
        sdk::usage_window               window;
        std::optional<std::string_view> tenant;
        std::optional<usage_period>     period;
        std::stop_token                 cancelled; ///< stopped when the call is cancelled
    };

    worker(database::connection_info connection, sdk::log& log, database::timeouts timeouts, report_settings limits)
        : connection_{std::move(connection)}
        , timeouts_{timeouts}
        , limits_{limits}
        , outage_{log, "usage_reports"}
    {}

    boost::asio::thread_pool& threads() noexcept { return threads_; }
    exec::fair_queue&         queue() noexcept { return queue_; }

    sdk::usage_report read(const report_request& request)
    {
        if (auto session = take_idle())
        {
            try
            {
                session->ensure_not_replaced();
                return read_with(std::move(session), request);
            }
            catch (const database::failure& error)
            {
                if (!database::is_unreachable(error.kind())) fail(error.kind(), request, code_of(error.kind()));
            }
        }
        return read_with_new_session(request);
    }

    bool is_stopped() const noexcept { return stop_.stop_requested(); }

    void stop() noexcept
    {
        stop_.request_stop();
        threads_.join();
        outage_.detach_log();
        const std::scoped_lock lock{mutex_};
        idle_.clear();
    }

private:
    using session_ptr = std::unique_ptr<database::session>;

    /// A session of an earlier report; null if there is none.
    session_ptr take_idle()
    {
        const std::scoped_lock lock{mutex_};
        if (idle_.empty()) return nullptr;
        auto session = std::move(idle_.back());
        idle_.pop_back();
        return session;
    }

    sdk::usage_report read_with_new_session(const report_request& request)
    {
        session_ptr session;
        try
        {
            session = database::open_migrated(connection_, timeouts_, stop_.get_token(), "usage_rollup_state");
        }
        catch (const database::failure& error)
        {
            fail(error.kind(), request, sdk::errc::usage_backend_unavailable);
        }
        try
        {
            return read_with(std::move(session), request);
        }
        catch (const database::failure& error)
        {
            fail(error.kind(), request, code_of(error.kind()));
        }
    }

    /// Keeps the session for the next report if this one succeeds; after an error or an interruption it is dropped.
    sdk::usage_report read_with(session_ptr session, const report_request& request)
    {
        auto report = [&] {
            const std::stop_callback interrupt_on_cancel{request.cancelled, [&] { session->interrupt(); }};
            if (request.cancelled.stop_requested()) throw database::failure{error_kind::busy};
            return read_report(*session, request.window, request.tenant, limits_.max_rows, request.period);
        }();
        outage_.report_recovery();
        const std::scoped_lock lock{mutex_};
        if (!request.cancelled.stop_requested()) idle_.push_back(std::move(session));
        return report;
    }

    /// The error kind becomes the note of the error, which is logged with the request.
    [[noreturn]] void fail(error_kind kind, const report_request& request, sdk::errc code)
    {
        if (request.cancelled.stop_requested())
            throw boost::system::system_error{boost::asio::error::operation_aborted};
        if (code == sdk::errc::usage_backend_unavailable && !is_stopped())
            outage_.report_outage(database::to_string(kind));
        throw sdk::error{code, "database " + std::string{database::to_string(kind)}};
    }

    const database::connection_info connection_;
    const database::timeouts        timeouts_;
    const report_settings           limits_;

    std::stop_source         stop_;
    database::outage_log     outage_;
    std::mutex               mutex_; ///< guards `idle_`
    std::vector<session_ptr> idle_;
    exec::fair_queue         queue_{max_sessions, max_sessions_of_tenant};
    boost::asio::thread_pool threads_{max_sessions};
};

report_reader::report_reader(database::connection_info connection, sdk::log& log, database::timeouts timeouts,
                             report_settings limits)
    : worker_{std::make_unique<worker>(std::move(connection), log, timeouts, limits)}
{}

report_reader::~report_reader() { stop(); }

sdk::task<sdk::usage_report> report_reader::report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                                   std::optional<sdk::usage_period> period)
{
    if (period) check_periods({*period, window});
    auto&      queue        = worker_->queue();
    const auto queue_tenant = tenant.value_or(std::string_view{}); // reports of all tenants share one queue
    if (queue.waiting(queue_tenant) >= max_waiting_of_tenant)
        throw sdk::error{sdk::errc::overloaded, "too many reports are waiting"};

    const auto slot = co_await queue.acquire(queue_tenant, std::chrono::steady_clock::time_point::max());
    // Before the check, so that the threads do not end between the check and the start of the work.
    auto guard = boost::asio::make_work_guard(worker_->threads());
    if (worker_->is_stopped()) throw sdk::error{sdk::errc::usage_backend_unavailable}; // no thread is left to run it
    std::stop_source stop_source;
    auto             work = [&] {
        guard.reset();
        return worker_->read({window, tenant, period, stop_source.get_token()});
    };
    co_return co_await exec::on_pool(worker_->threads(), work, stop_source);
}

void report_reader::stop() noexcept { worker_->stop(); }

} // namespace verbatim::core::reporting
