#include "database/bound_values.hpp"
#include "database/copied_rows.hpp"
#include "database/open_sessions.hpp"
#include "database/socket_watch.hpp"

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

/// What a server that is not heard from is granted beyond the time it was told to keep to.
constexpr std::chrono::seconds for_the_way{2};

/// In which a server says no, however busy; one that is not heard from, for which connect_timeout is mostly five
/// seconds, is not waited for a second time.
constexpr std::chrono::seconds for_a_refusal{4};

/// By the classes of appendix A of PostgreSQL's manual.
trouble kind_of(std::string_view sqlstate) noexcept
{
    const auto is = [&](std::string_view start) { return sqlstate.starts_with(start); };
    if (is("22") || is("23")) return trouble::constraint;
    if (is("53100")) return trouble::full;
    if (is("08") || is("57P") || is("53")) return trouble::unavailable;
    if (is("28") || is("3D000")) return trouble::refused;
    if (is("42501")) return trouble::forbidden;
    if (is("57014") || is("55P03") || is("40")) return trouble::busy;
    if (is("25006")) return trouble::read_only;
    if (is("58")) return trouble::io;
    if (is("XX001") || is("XX002")) return trouble::corrupt;
    return trouble::other;
}

/// libpq tells why a connection failed as a sentence, which goes no further, and gives no sqlstate. But it tells
/// whether the server takes connections, without a name and password of use.
trouble why_not_opened(const char* connection, std::chrono::steady_clock::duration tried)
{
    const bool takes_others = tried < for_a_refusal && ::PQping(connection) == PQPING_OK;
    return takes_others ? trouble::refused : trouble::unavailable;
}

class postgresql_session final : public session
{
public:
    postgresql_session(const place& where, patience with, std::stop_token until)
        : longest_{with.statement + for_the_way}
    {
        const auto begun = std::chrono::steady_clock::now();
        try
        {
            soci_.open(soci::postgresql, where.connection.reveal());
        }
        catch (const soci::soci_error&)
        {
            throw failure{why_not_opened(where.connection.reveal().c_str(), std::chrono::steady_clock::now() - begun)};
        }
        // Notices go to stderr otherwise, and may hold values.
        ::PQsetNoticeProcessor(
            connection(), [](void*, const char*) {}, nullptr);
        watch_ = std::make_unique<socket_watch>(::PQsocket(connection()));
        end_.emplace(std::move(until), [this] { watch_->cut(); });
        prepare(with);
    }

    dialect speaks() const noexcept override { return dialect::postgresql; }

    void run(const std::string& statements) override
    {
        // SOCI would look for values in the text, and a script may hold colons.
        const socket_watch::turn now{*watch_, longest_};
        const result             ended{::PQexec(connection(), statements.c_str()), &::PQclear};
        const auto               status = ::PQresultStatus(ended.get());
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) return;
        fail(ended.get());
    }

    std::int64_t change(const std::string& statement, std::span<const parameter> values) override
    {
        return guarded([&] { return change_through(soci_, statement, values); });
    }

    void each(const std::string& statement, std::size_t columns, std::span<const parameter> values,
              const std::function<void(const row&)>& seen) override
    {
        guarded([&] { each_through(soci_, statement, columns, values, seen); });
    }

    /// By COPY, past SOCI: neither side makes texts of numbers, and rows come while later ones are still being read.
    void stream(const std::string& query, std::span<const parameter> values,
                const std::function<void(const passing_row&)>& seen) override
    {
        begin_copy("copy (" + spelled_out(connection(), query, values) + ") to stdout (format binary)");
        const socket_watch::turn now{*watch_, longest_};
        copied_rows              rows;
        char*                    bytes = nullptr;
        int                      size  = 0;
        while ((size = ::PQgetCopyData(connection(), &bytes, 0)) > 0)
        {
            const std::unique_ptr<char, void (*)(void*)> message{bytes, &::PQfreemem};
            rows.read({bytes, static_cast<std::size_t>(size)}, seen);
        }
        end_copy();
    }

    void ensure_in_place() const override {}

    void listen(const std::string& channel) override { run("listen " + channel); }

    int announcements() noexcept override { return ::PQsocket(connection()); }

    void take_announcements() override
    {
        const bool heard = ::PQconsumeInput(connection()) == 1;
        while (auto* one = ::PQnotifies(connection())) ::PQfreemem(one);
        if (!heard) throw failure{trouble::unavailable};
    }

    void interrupt() noexcept override { watch_->cut(); }

private:
    using result = std::unique_ptr<PGresult, void (*)(PGresult*)>;

    PGconn* connection() { return static_cast<soci::postgresql_session_backend*>(soci_.get_backend())->conn_; }

    /// Every call into SOCI goes through here: its texts hold the values of the statement and end here.
    template <class Work>
    std::invoke_result_t<Work> guarded(Work&& work)
    {
        const socket_watch::turn now{*watch_, longest_};
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

    void begin_copy(const std::string& command)
    {
        const socket_watch::turn now{*watch_, longest_};
        const result             begun{::PQexec(connection(), command.c_str()), &::PQclear};
        if (::PQresultStatus(begun.get()) != PGRES_COPY_OUT) fail(begun.get());
    }

    /// What went wrong with a COPY is told at its end.
    void end_copy()
    {
        while (PGresult* next = ::PQgetResult(connection()))
        {
            const result ended{next, &::PQclear};
            if (::PQresultStatus(next) != PGRES_COMMAND_OK) fail(next);
        }
        if (::PQstatus(connection()) == CONNECTION_BAD) throw failure{trouble::unavailable};
    }

    [[noreturn]] void fail(const PGresult* how)
    {
        const char* sqlstate = ::PQresultErrorField(how, PG_DIAG_SQLSTATE);
        fail(sqlstate == nullptr ? std::string_view{} : sqlstate);
    }

    [[noreturn]] void fail(std::string_view sqlstate)
    {
        // A server that is killed may send a last word that sounds like another trouble.
        if (::PQstatus(connection()) == CONNECTION_BAD) throw failure{trouble::unavailable};
        throw failure{kind_of(sqlstate)};
    }

    void prepare(patience with)
    {
        const auto ms = [](std::chrono::milliseconds time) { return std::to_string(time.count()); };
        // synchronous_commit is raised where it was turned off, never lowered: an operator may have chosen more.
        run("set statement_timeout = " + ms(with.statement) + "; set lock_timeout = " + ms(with.lock) +
            "; set idle_in_transaction_session_timeout = 60000; set timezone = 'UTC'; set datestyle = 'ISO'; "
            "set standard_conforming_strings = on; select set_config('synchronous_commit', 'on', false) "
            "where current_setting('synchronous_commit') = 'off'; "
            // Who was cut off need not be worked for to the end. Servers before 14 do not know how.
            "select set_config('client_connection_check_interval', '1000', false) "
            "where current_setting('client_connection_check_interval', true) is not null");
    }

    const std::chrono::milliseconds longest_;
    soci::session                   soci_;
    std::unique_ptr<socket_watch>   watch_; ///< ends before the socket is closed

    std::optional<std::stop_callback<std::function<void()>>> end_; ///< ends before the watch
};

/// What a thread that connects leaves for the one that waits for it.
struct connecting
{
    std::mutex                          guard;
    std::condition_variable_any         ended;
    bool                                is_over = false;
    trouble                             why     = trouble::unavailable;
    std::unique_ptr<postgresql_session> made; ///< none: it failed
};

} // namespace

/// libpq waits for a name and for a server's first word without a way to break it off, so a thread of its own does, and
/// is left behind when nobody wants to know any longer: it ends with the operator's connect_timeout.
std::unique_ptr<session> open_postgresql(const place& where, patience with, std::stop_token until)
{
    if (!until.stop_possible()) return std::make_unique<postgresql_session>(where, with, std::move(until));

    const auto shared = std::make_shared<connecting>();
    std::thread{[shared, where, with, until] {
        std::unique_ptr<postgresql_session> made;
        auto                                why = trouble::unavailable;
        try
        {
            made = std::make_unique<postgresql_session>(where, with, until);
        }
        catch (const failure& failed)
        {
            why = failed.kind();
        }
        catch (const std::exception&) // whatever it is: unavailable
        {}
        const std::scoped_lock lock{shared->guard};
        shared->made    = std::move(made);
        shared->why     = why;
        shared->is_over = true;
        shared->ended.notify_one();
    }}.detach();

    std::unique_lock lock{shared->guard};
    shared->ended.wait(lock, until, [&] { return shared->is_over; });
    if (!shared->made) throw failure{shared->why};
    return std::move(shared->made);
}

} // namespace verbatim::core::database

#if defined(__SANITIZE_ADDRESS__)
/// SOCI 4.0 forgets libpq's connection when that is cut before SOCI's own first statement on it has ended.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions()
{
    return "leak:PQconnectStart\n";
}
#endif
