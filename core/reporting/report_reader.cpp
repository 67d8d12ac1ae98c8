#include "reporting/report_reader.hpp"

#include "reporting/report_query.hpp"

#include "database/migrations.hpp"
#include "exec/on_pool.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <boost/asio/error.hpp>
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

constexpr std::size_t          max_sessions = 2;
constexpr std::chrono::minutes log_interval{1};

using database::error_kind;

bool has_no_table(database::session& db)
{
    return !db.select("select cast(to_regclass('llm_calls') as text)", 1, {}).at(0).at(0).has_value();
}

std::unique_ptr<database::session> open_with_schema(const database::connection_info& connection,
                                                    database::timeouts timeouts, std::stop_token stop)
{
    auto db = database::open(connection, timeouts, std::move(stop));
    if (db->sql_dialect() == database::dialect::sqlite)
    {
        database::migrate(*db); // of a file that was taken away and has just been made again
        return db;
    }
    // Compiling a query that runs once costs more than it saves.
    db->run("set jit = off");
    // A database that is back, but not yet brought up to date by the recorder.
    if (has_no_table(*db)) throw database::failure{error_kind::unavailable};
    return db;
}

bool is_unavailable(error_kind kind) noexcept
{
    return kind == error_kind::unavailable || kind == error_kind::refused || kind == error_kind::replaced;
}

} // namespace

void declare(sdk::schema_builder& schema, report_settings& s)
{
    schema.name("Reports", "The usage reports.");

    schema
        .optional(
            "USAGE_REPORT_MAX_ROWS", s.max_rows,
            "A report over more model calls is refused, since it would need 100 bytes of memory for each; two reports "
            "are made at a time.")
        .at_least(1);
}

class report_reader::worker
{
public:
    /// One report, and the call's wish to hear no more of it.
    struct report_request
    {
        sdk::usage_window               window;
        std::optional<std::string_view> tenant;
        std::stop_token                 cancelled;
    };

    worker(database::connection_info connection, sdk::log& log, database::timeouts timeouts, report_settings limits)
        : connection_{std::move(connection)}
        , timeouts_{timeouts}
        , limits_{limits}
        , log_{&log}
    {}

    boost::asio::thread_pool& threads() noexcept { return threads_; }

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
                if (!is_unavailable(error.kind())) fail(error.kind(), request, sdk::errc::internal_error);
            }
        }
        return read_with_new_session(request);
    }

    bool is_stopped() const noexcept { return stop_.stop_requested(); }

    void stop() noexcept
    {
        stop_.request_stop();
        threads_.join();
        const std::scoped_lock lock{mutex_};
        idle_.clear();
        log_ = nullptr;
    }

private:
    using session_ptr = std::unique_ptr<database::session>;

    /// One that was used before; none when there is none.
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
            session = open_with_schema(connection_, timeouts_, stop_.get_token());
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
            fail(error.kind(), request,
                 is_unavailable(error.kind()) ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error);
        }
    }

    /// Keeps the connection for the next report when this one succeeds; one that has seen trouble, or was broken off,
    /// is not trusted again.
    sdk::usage_report read_with(session_ptr session, const report_request& request)
    {
        auto report = [&] {
            const std::stop_callback interrupt_on_cancel{request.cancelled, [&] { session->interrupt(); }};
            if (request.cancelled.stop_requested()) throw database::failure{error_kind::busy};
            return read_report(*session, request.window, request.tenant, limits_.max_rows);
        }();
        const std::scoped_lock lock{mutex_};
        if (!request.cancelled.stop_requested()) idle_.push_back(std::move(session));
        return report;
    }

    /// The class is the error's note, which the line of its request tells. That the database is away is told here too.
    [[noreturn]] void fail(error_kind kind, const report_request& request, sdk::errc code)
    {
        if (request.cancelled.stop_requested())
            throw boost::system::system_error{boost::asio::error::operation_aborted};
        if (code == sdk::errc::usage_backend_unavailable) log_unavailable(kind);
        throw sdk::error{code, "database " + std::string{database::to_string(kind)}};
    }

    void log_unavailable(error_kind kind)
    {
        const std::scoped_lock lock{mutex_};
        const auto             now = std::chrono::steady_clock::now();
        if (log_ == nullptr || is_stopped() || now < next_log_) return;
        next_log_ = now + log_interval;
        log_->write(sdk::severity::warning, "usage_read_failed", {{"error_class", database::to_string(kind)}});
    }

    const database::connection_info connection_;
    const database::timeouts        timeouts_;
    const report_settings           limits_;

    std::stop_source                      stop_;
    std::mutex                            mutex_;
    sdk::log*                             log_; ///< none after stop
    std::chrono::steady_clock::time_point next_log_{};
    std::vector<session_ptr>              idle_;
    boost::asio::thread_pool              threads_{max_sessions};
};

report_reader::report_reader(database::connection_info connection, sdk::log& log, database::timeouts timeouts,
                             report_settings limits)
    : worker_{std::make_unique<worker>(std::move(connection), log, timeouts, limits)}
{}

report_reader::~report_reader() { stop(); }

sdk::task<sdk::usage_report> report_reader::report(sdk::usage_window window, std::optional<std::string_view> tenant)
{
    if (worker_->is_stopped()) throw sdk::error{sdk::errc::usage_backend_unavailable}; // no thread is left to come back
    std::stop_source stop_source;
    auto             work = [&] { return worker_->read({window, tenant, stop_source.get_token()}); };
    co_return co_await exec::on_pool(worker_->threads(), work, stop_source);
}

void report_reader::stop() noexcept { worker_->stop(); }

} // namespace verbatim::core::reporting
