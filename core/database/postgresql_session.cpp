#include "database/bound_parameters.hpp"
#include "database/connection_info.hpp"
#include "database/copy_decoder.hpp"
#include "database/session.hpp"
#include "database/socket_timeout.hpp"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace verbatim::core::database {
namespace {

/// Added to the statement timeout before the connection to an unresponsive server is closed.
constexpr std::chrono::seconds network_allowance{2};

/// A rejection arrives within this time even from a busy server. After an unresponsive one (connect_timeout is five
/// seconds by default) no second attempt is made.
constexpr std::chrono::seconds max_refusal_time{4};

/// The SQLSTATE of SOCI for an error of libpq itself, which has none: the connection broke, although libpq may not
/// report that before the next statement.
constexpr std::string_view no_sqlstate = "     ";

/// The kind of an SQLSTATE, by the classes in appendix A of the PostgreSQL manual.
error_kind kind_of(std::string_view sqlstate) noexcept
{
    const auto has_class = [&](std::string_view prefix) { return sqlstate.starts_with(prefix); };
    if (has_class("22") || has_class("23")) return error_kind::constraint;
    if (has_class("53100")) return error_kind::full;
    if (has_class(no_sqlstate) || has_class("08") || has_class("57P") || has_class("53"))
        return error_kind::unavailable;
    if (has_class("28") || has_class("3D000")) return error_kind::refused;
    if (has_class("42501")) return error_kind::forbidden;
    if (has_class("57014") || has_class("55P03") || has_class("40")) return error_kind::busy;
    if (has_class("25006")) return error_kind::read_only;
    if (has_class("58")) return error_kind::io;
    if (has_class("XX001") || has_class("XX002")) return error_kind::corrupt;
    return error_kind::other;
}

/// For a failed connection libpq gives a message, which must not leave this module, and no sqlstate. PQping reveals
/// whether the server accepts connections, without valid credentials.
error_kind connect_error_kind(const char* connection, std::chrono::steady_clock::duration elapsed)
{
    const bool accepts_connections = elapsed < max_refusal_time && ::PQping(connection) == PQPING_OK;
    return accepts_connections ? error_kind::refused : error_kind::unavailable;
}

class postgresql_session final : public session
{
public:
    postgresql_session(const sdk::secret& url, timeouts limits, bool pools_transactions, std::stop_token stop)
        : statement_limit_{limits.statement + network_allowance}
        , pools_transactions_{pools_transactions}
        , settings_{settings_sql(limits, pools_transactions)}
    {
        const auto start = std::chrono::steady_clock::now();
        try
        {
            soci_.open(soci::postgresql, url.reveal());
        }
        catch (const soci::soci_error&)
        {
            throw failure{connect_error_kind(url.reveal().c_str(), std::chrono::steady_clock::now() - start)};
        }
        // By default notices go to stderr, and they may contain values.
        ::PQsetNoticeProcessor(
            handle(), [](void*, const char*) {}, nullptr);
        timeout_ = std::make_unique<socket_timeout>(::PQsocket(handle()));
        stop_callback_.emplace(std::move(stop), [this] { timeout_->shut_down(); });
        if (!pools_transactions_) execute_script(settings_);
    }

    dialect sql_dialect() const noexcept override { return dialect::postgresql; }

    void run(const std::string& statements) override
    {
        if (!statements.starts_with("begin")) in_transaction([&] { execute_script(statements); });
        else if (pools_transactions_) begin_with_settings(statements);
        else execute_script(statements);
    }

    std::int64_t execute(const std::string& statement, std::span<const parameter> values) override
    {
        std::int64_t affected = 0;
        in_transaction([&] { affected = call_soci([&] { return execute_with_soci(soci_, statement, values); }); });
        return affected;
    }

    void for_each_row(const std::string& statement, std::size_t columns, std::span<const parameter> values,
                      const std::function<void(const row&)>& on_row) override
    {
        in_transaction([&] { call_soci([&] { for_each_row_with_soci(soci_, statement, columns, values, on_row); }); });
    }

    /// COPY instead of SOCI: numbers stay binary, and rows arrive while the server still reads later ones.
    void stream(const std::string& query, std::span<const parameter> values,
                const std::function<void(const streamed_row&)>& on_row) override
    {
        const auto command = "copy (" + inline_parameters(handle(), query, values) + ") to stdout (format binary)";
        in_transaction([&] { copy(command, on_row); });
    }

    void ensure_not_replaced() const override {}

    void listen(const std::string& channel) override { run("listen " + channel); }

    int notification_socket() noexcept override { return ::PQsocket(handle()); }

    bool consume_notifications() override
    {
        const bool connected   = ::PQconsumeInput(handle()) == 1;
        bool       is_notified = false;
        while (auto* notification = ::PQnotifies(handle()))
        {
            ::PQfreemem(notification);
            is_notified = true;
        }
        if (!connected) throw failure{error_kind::unavailable};
        return is_notified;
    }

    /// A pooler gives its clients process ids of its own.
    bool is_pooled() override
    {
        const auto rows = select("select cast(pg_backend_pid() as text)", 1, {});
        return parse_integer(rows.at(0).at(0)) != ::PQbackendPID(handle());
    }

    void interrupt() noexcept override { timeout_->shut_down(); }

private:
    using result_ptr = std::unique_ptr<PGresult, void (*)(PGresult*)>;

    PGconn* handle() { return static_cast<soci::postgresql_session_backend*>(soci_.get_backend())->conn_; }

    /// Wraps all calls of SOCI: its messages contain values of the statement and must not leave this function.
    template <class Work>
    std::invoke_result_t<Work> call_soci(Work&& work)
    {
        const socket_timeout::scope timeout_scope{*timeout_, statement_limit_};
        try
        {
            return work();
        }
        catch (const soci::postgresql_soci_error& error)
        {
            fail(error.sqlstate());
        }
        catch (const soci::soci_error&)
        {
            fail({});
        }
    }

    /// Leaves no transaction open if a setting fails, for example because the statement is cancelled.
    void begin_with_settings(const std::string& begin)
    {
        try
        {
            execute_script(begin + "; " + settings_);
        }
        catch (const failure&)
        {
            roll_back();
            throw;
        }
    }

    /// Where transactions are pooled, runs the work in a transaction of its own, unless one is open: settings hold for
    /// a transaction only.
    template <class Work>
    void in_transaction(Work work)
    {
        if (!pools_transactions_ || ::PQtransactionStatus(handle()) != PQTRANS_IDLE) return work();
        run("begin");
        try
        {
            work();
        }
        catch (...)
        {
            if (::PQtransactionStatus(handle()) != PQTRANS_ACTIVE) roll_back(); // else a COPY was left
            throw;
        }
        execute_script("commit");
    }

    /// Best effort: a lost connection has nothing left to roll back.
    void roll_back() noexcept
    try
    {
        execute_script("rollback");
    }
    catch (const failure&)
    {}

    void execute_script(const std::string& statements)
    {
        // Not SOCI, which would treat colons in a script as parameters.
        const socket_timeout::scope timeout_scope{*timeout_, statement_limit_};
        const result_ptr            result{::PQexec(handle(), statements.c_str()), &::PQclear};
        const auto                  status = ::PQresultStatus(result.get());
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) return;
        fail(result.get());
    }

    void copy(const std::string& command, const std::function<void(const streamed_row&)>& on_row)
    {
        begin_copy(command);
        const socket_timeout::scope timeout_scope{*timeout_, statement_limit_};
        copy_decoder                decoder;
        char*                       bytes = nullptr;
        int                         size  = 0;
        while ((size = ::PQgetCopyData(handle(), &bytes, 0)) > 0)
        {
            const std::unique_ptr<char, void (*)(void*)> message{bytes, &::PQfreemem};
            decoder.decode({bytes, static_cast<std::size_t>(size)}, on_row);
        }
        end_copy();
    }

    void begin_copy(const std::string& command)
    {
        const socket_timeout::scope timeout_scope{*timeout_, statement_limit_};
        const result_ptr            result{::PQexec(handle(), command.c_str()), &::PQclear};
        if (::PQresultStatus(result.get()) != PGRES_COPY_OUT) fail(result.get());
    }

    /// An error of a COPY is reported at its end.
    void end_copy()
    {
        while (PGresult* next = ::PQgetResult(handle()))
        {
            const result_ptr result{next, &::PQclear};
            if (::PQresultStatus(next) != PGRES_COMMAND_OK) fail(next);
        }
        if (::PQstatus(handle()) == CONNECTION_BAD) throw failure{error_kind::unavailable};
    }

    [[noreturn]] void fail(const PGresult* result)
    {
        const char* sqlstate = ::PQresultErrorField(result, PG_DIAG_SQLSTATE);
        fail(sqlstate == nullptr ? no_sqlstate : sqlstate);
    }

    [[noreturn]] void fail(std::string_view sqlstate)
    {
        // A server that is killed may send an unrelated error as its last message.
        if (::PQstatus(handle()) == CONNECTION_BAD) throw failure{error_kind::unavailable};
        throw failure{kind_of(sqlstate)};
    }

    /// For a session, or for a transaction.
    static std::string settings_sql(timeouts limits, bool for_transaction)
    {
        const std::string set   = for_transaction ? "set local " : "set ";
        const std::string scope = for_transaction ? "true" : "false"; // of set_config()
        // synchronous_commit is turned on where it is off and otherwise left alone: an operator may have chosen a
        // stronger level.
        return set + "statement_timeout = " + std::to_string(limits.statement.count()) + "; " + set +
               "lock_timeout = " + std::to_string(limits.lock.count()) + "; " + set +
               "idle_in_transaction_session_timeout = 60000; " + set + "timezone = 'UTC'; " + set +
               "datestyle = 'ISO'; " + set + "standard_conforming_strings = on; " + set +
               "jit = off; " + // compiling a query that runs once costs more than it saves
               "select set_config('synchronous_commit', 'on', " + scope +
               ") where current_setting('synchronous_commit') = 'off'; "
               // Ends the statements of disconnected clients. Unknown to servers before version 14.
               "select set_config('client_connection_check_interval', '1000', " +
               scope + ") where current_setting('client_connection_check_interval', true) is not null";
    }

    const std::chrono::milliseconds statement_limit_;
    const bool                      pools_transactions_; ///< see connection_info
    const std::string               settings_;           ///< SQL
    soci::session                   soci_;
    std::unique_ptr<socket_timeout> timeout_; ///< destroyed before the socket is closed

    std::optional<std::stop_callback<std::function<void()>>> stop_callback_; ///< destroyed before timeout_
};

/// Shared by a connecting thread and the thread that waits for it.
struct connect_attempt
{
    std::mutex                          mutex;
    std::condition_variable_any         finished;
    bool                                is_finished = false;
    error_kind                          error       = error_kind::unavailable;
    std::unique_ptr<postgresql_session> session; ///< null: it failed
};

/// Connecting (name resolution, first response) cannot be interrupted in libpq, so a thread of its own does it. On a
/// stop request the thread is left behind and ends with connect_timeout.
std::unique_ptr<session> open_url(const sdk::secret& url, bool pools_transactions, timeouts limits,
                                  std::stop_token stop)
{
    if (!stop.stop_possible())
        return std::make_unique<postgresql_session>(url, limits, pools_transactions, std::move(stop));

    const auto attempt = std::make_shared<connect_attempt>();
    std::thread{[attempt, url, pools_transactions, limits, stop] {
        std::unique_ptr<postgresql_session> new_session;
        auto                                kind = error_kind::unavailable;
        try
        {
            new_session = std::make_unique<postgresql_session>(url, limits, pools_transactions, stop);
        }
        catch (const failure& error)
        {
            kind = error.kind();
        }
        catch (const std::exception&) // reported as unavailable
        {}
        const std::scoped_lock lock{attempt->mutex};
        attempt->session     = std::move(new_session);
        attempt->error       = kind;
        attempt->is_finished = true;
        attempt->finished.notify_one();
    }}.detach();

    std::unique_lock lock{attempt->mutex};
    attempt->finished.wait(lock, stop, [&] { return attempt->is_finished; });
    if (!attempt->session) throw failure{attempt->error};
    return std::move(attempt->session);
}

} // namespace

std::unique_ptr<session> open_postgresql(const connection_info& connection, timeouts limits, std::stop_token stop)
{
    const auto open_with = [&](const sdk::secret& url) {
        return open_url(url, connection.pools_transactions, limits, std::move(stop));
    };
    if (!connection.tokens)
        return open_with(connection.password.empty() ? connection.url
                                                     : with_password(connection.url, connection.password));

    const auto token = connection.tokens->token();
    if (!token) throw failure{error_kind::refused};
    try
    {
        return open_with(with_password(connection.url, *token));
    }
    catch (const failure& error)
    {
        if (error.kind() == error_kind::refused) connection.tokens->report_rejection(*token);
        throw;
    }
}

} // namespace verbatim::core::database

#if defined(__SANITIZE_ADDRESS__)
/// SOCI 4.0 leaks the libpq connection if it breaks during SOCI's own first statement.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions()
{
    return "leak:PQconnectStart\n";
}
#endif
