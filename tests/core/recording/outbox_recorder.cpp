#include "recording/outbox_recorder.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/postgres.hpp"
#include "support/recording_log.hpp"
#include "support/temporary_directory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <functional>
#include <mutex>
#include <new>
#include <set>
#include <thread>

namespace verbatim::core::recording {
namespace {

using database::error_kind;

/// A database in memory that can fail and can block writers, as the test sets it.
struct fake_database
{
    std::mutex                mutex;
    std::condition_variable   changed;
    std::set<std::string>     ids;
    std::optional<error_kind> error;
    bool                      has_no_memory  = false; ///< to connect
    bool                      blocked        = false;
    unsigned                  writes_allowed = 0; ///< writes that are let by though
    unsigned                  writes_waiting = 0; ///< writes that are held
    unsigned                  writes         = 0;
    unsigned                  connects       = 0;
    bool                      interruptible  = true;
    bool                      is_destroyed   = false; ///< its store

    void set(std::function<void()> change)
    {
        const std::scoped_lock lock{mutex};
        change();
        changed.notify_all();
    }
    void wait_until(const std::function<bool()>& condition)
    {
        std::unique_lock lock{mutex};
        changed.wait(lock, condition);
    }
    std::size_t stored_count()
    {
        const std::scoped_lock lock{mutex};
        return ids.size();
    }
};

class fake_store final : public store
{
public:
    explicit fake_store(fake_database& database)
        : database_{database}
    {}
    ~fake_store() override
    {
        database_.set([&] { database_.is_destroyed = true; });
    }

    void prepare() override
    {
        std::unique_lock lock{database_.mutex};
        ++database_.connects;
        database_.changed.notify_all();
        if (database_.has_no_memory) throw std::bad_alloc{};
        if (database_.error) throw database::failure{*database_.error};
    }

    void write(std::span<const usage_row> rows) override
    {
        std::unique_lock lock{database_.mutex};
        ++database_.writes;
        ++database_.writes_waiting;
        database_.changed.notify_all();
        database_.changed.wait(lock,
                               [&] { return !database_.blocked || database_.writes_allowed > 0 || interrupted_; });
        if (database_.blocked && database_.writes_allowed > 0) --database_.writes_allowed;
        --database_.writes_waiting;
        if (interrupted_) throw database::failure{error_kind::unavailable};
        if (database_.error) throw database::failure{*database_.error};
        for (const usage_row& row : rows)
            if (row.tenant_id.empty()) throw database::failure{error_kind::constraint};
        for (const usage_row& row : rows) database_.ids.insert(row.attempt_id);
        database_.changed.notify_all();
    }

    void interrupt() noexcept override
    {
        const std::scoped_lock lock{database_.mutex};
        interrupted_ = database_.interruptible;
        database_.changed.notify_all();
    }

private:
    fake_database& database_;
    bool           interrupted_ = false;
};

struct recorder_fixture
{
    recorder_fixture() = default;

    verbatim::support::temporary_directory directory;
    std::filesystem::path                  file = directory.path() / "outbox.db";
    fake_database                          database;
    support::recording_log                 log;

    std::unique_ptr<outbox_recorder> recorder = begin(true);

    /// Quick to try again, and in no hurry to lose patience: the tests say when.
    std::unique_ptr<outbox_recorder> begin(bool reached, std::chrono::milliseconds patience = std::chrono::hours{1})
    {
        return std::make_unique<outbox_recorder>(
            std::make_unique<fake_store>(database), std::make_unique<outbox>(file), reached, log,
            outbox_timing{patience, std::chrono::milliseconds{1}, std::chrono::milliseconds{2}});
    }

    void restart(bool reached, std::chrono::milliseconds patience = std::chrono::hours{1})
    {
        recorder.reset();
        recorder = begin(reached, patience);
    }

    /// Calls of one row each, all at once; ends when all went on.
    void record(unsigned first, unsigned count)
    {
        boost::asio::io_context io;
        auto                    call = [&](unsigned n) -> sdk::task<> {
            const auto ledger = recorder->open();
            ledger->add(testing::sample_row(n));
            if (!co_await ledger->flushed(ledger::no_deadline)) ++unstored_calls;
        };
        for (unsigned n = first; n < first + count; ++n) boost::asio::co_spawn(io, call(n), boost::asio::detached);
        io.run();
    }

    unsigned unstored_calls = 0; ///< calls of record() whose row was not stored
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(relay_recorder_, recorder_fixture)

BOOST_AUTO_TEST_CASE(rows_go_directly_to_an_available_database)
{
    record(1, 50);
    BOOST_TEST(database.stored_count() == 50U);
    const auto statistics = recorder->statistics();
    BOOST_TEST(statistics.written == 50U);
    BOOST_TEST(statistics.stored_in_outbox == 0U);
    BOOST_TEST(statistics.pending == 0U);
    BOOST_TEST(statistics.database_up);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_damaged_outbox_stops_neither_the_start_nor_later_rows_and_is_reported_once)
{
    recorder.reset();
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file.native() + suffix);
    directory.file("outbox.db", std::string(5'000, 'x'));
    recorder = begin(true);

    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 5);
    database.set([&] { database.error.reset(); });
    database.wait_until([&] { return database.ids.size() == 5U; });

    BOOST_TEST(recorder->statistics().damaged_outboxes == 1U);
    BOOST_TEST(log.count("error outbox_damaged files=1") == 1U);
}

BOOST_AUTO_TEST_CASE(rows_go_to_the_outbox_and_calls_continue_while_the_database_is_unavailable)
{
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 20);
    record(21, 20);
    BOOST_TEST(database.stored_count() == 0U);
    BOOST_TEST(outbox{file}.depth() == 40U);
    BOOST_TEST(recorder->statistics().outbox_rows == 40U);
    BOOST_TEST(!recorder->statistics().database_up);
    BOOST_TEST(recorder->statistics().lost == 0U);

    database.set([&] { database.error.reset(); });
    database.wait_until([&] { return database.ids.size() == 40U; });
    record(41, 1);
    database.wait_until([&] { return database.ids.size() == 41U; });
}

BOOST_AUTO_TEST_CASE(an_unresponsive_database_blocks_no_call)
{
    restart(true, std::chrono::milliseconds{20});
    database.set([&] { database.blocked = true; });
    record(1, 10);  // held by the database until patience ends
    record(11, 10); // not even sent there
    BOOST_TEST(outbox{file}.depth() == 20U);
    BOOST_TEST(recorder->statistics().lost == 0U);

    database.set([&] { database.blocked = false; });
    database.wait_until([&] { return database.ids.size() == 20U; });
}

BOOST_AUTO_TEST_CASE(a_database_that_hangs_during_a_replay_blocks_no_call)
{
    restart(true, std::chrono::milliseconds{20});
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 2'500);
    recorder.reset();
    database.set([&] {
        database.error.reset();
        database.blocked        = true;
        database.writes_allowed = 1; // more than half of them
    });
    recorder = begin(true, std::chrono::milliseconds{20});
    database.wait_until([&] { return database.writes_allowed == 0 && database.writes_waiting == 1; });
    record(5'000, 10);
    BOOST_TEST(recorder->statistics().stored_in_outbox == 10U);
    database.set([&] { database.blocked = false; });
    database.wait_until([&] { return database.ids.size() == 2'510U; });
}

BOOST_AUTO_TEST_CASE(rows_go_directly_to_the_database_again_after_an_outage)
{
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 3);
    database.set([&] { database.error.reset(); });
    database.wait_until([&] { return database.ids.size() == 3U; });
    // The last row may still be on its way out of the outbox.
    for (unsigned n = 4; recorder->statistics().written == 0; ++n) record(n, 1);
    BOOST_TEST(recorder->statistics().database_up);
    while (recorder->statistics().outbox_rows > 0) std::this_thread::yield(); // nor is the rest left behind
}

BOOST_AUTO_TEST_CASE(a_restart_replays_the_outbox)
{
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 30);
    recorder.reset();
    BOOST_TEST(outbox{file}.depth() == 30U);

    database.set([&] { database.error.reset(); });
    recorder = begin(true);
    database.wait_until([&] { return database.ids.size() == 30U; });
    recorder.reset();
    BOOST_TEST(outbox{file}.depth() == 0U);
}

BOOST_AUTO_TEST_CASE(a_start_without_a_database_stores_rows_in_the_outbox_and_retries)
{
    database.set([&] { database.error = error_kind::unavailable; });
    restart(false);
    database.wait_until([&] { return database.connects >= 3; });
    record(1, 5);
    BOOST_TEST(outbox{file}.depth() == 5U);
    BOOST_TEST(!recorder->statistics().database_up);
    database.set([&] { database.error.reset(); });
    database.wait_until([&] { return database.ids.size() == 5U; });
}

BOOST_AUTO_TEST_CASE(each_outage_and_its_end_are_logged_once)
{
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 5);
    decltype(database.writes) written_before = 0;
    database.set([&] { written_before = database.writes; });
    database.wait_until([&] { return database.writes > written_before + 5; });
    database.set([&] { database.error.reset(); });
    for (unsigned n = 6; recorder->statistics().written == 0; ++n) record(n, 1);
    database.set([&] { database.error = error_kind::unavailable; });
    record(1'000'000, 5);
    recorder.reset();

    const auto lines = log.lines();
    BOOST_REQUIRE(lines.size() == 3U);
    BOOST_TEST(lines[0] == "warning database_unavailable error_class=unavailable");
    BOOST_TEST(lines[1].starts_with("info database_available rows_waiting="));
    BOOST_TEST(lines[2] == lines[0]);
}

BOOST_AUTO_TEST_CASE(a_rejected_row_does_not_affect_others_on_either_route)
{
    const auto ledger = recorder->open();
    usage_row  bad    = testing::sample_row(1);
    bad.tenant_id.clear();
    ledger->add(bad);
    record(2, 20);
    BOOST_TEST(database.stored_count() == 20U);
    BOOST_TEST(recorder->statistics().lost == 1U);

    database.set([&] { database.error = error_kind::unavailable; });
    record(100, 1); // from here on by way of the outbox
    bad.attempt_id = testing::sample_row(99).attempt_id;
    ledger->add(bad);
    record(101, 20);
    database.set([&] { database.error.reset(); });
    database.wait_until([&] { return database.ids.size() == 41U; });
    while (recorder->statistics().lost < 2) std::this_thread::yield();
    recorder.reset();
    BOOST_TEST(outbox{file}.depth() == 0U);
    BOOST_TEST(log.count("error usage_row_lost") == 2U);
}

BOOST_AUTO_TEST_CASE(a_damaged_row_of_the_outbox_is_reported_and_delays_no_other)
{
    database.set([&] { database.error = error_kind::unavailable; });
    record(1, 3);
    recorder.reset();
    database::open({.file = file})->run("update rows set row = '[\"cut' where row like '%00000001-%'");
    database.set([&] { database.error.reset(); });

    recorder = begin(true);
    database.wait_until([&] { return database.ids.size() == 2U; });
    while (recorder->statistics().lost == 0) std::this_thread::yield();

    BOOST_TEST(recorder->statistics().lost == 1U);
    BOOST_TEST(log.count("error usage_row_lost reason=damaged row_number=") == 1U);
    BOOST_TEST(recorder->statistics().outbox_rows == 0U);
}

BOOST_AUTO_TEST_CASE(a_call_learns_whether_database_or_outbox_has_stored_its_row)
{
    record(1, 1);
    database.set([&] { database.error = error_kind::unavailable; });
    record(2, 1);
    BOOST_TEST(unstored_calls == 0U);

    // Unlike a missing table, this outlasts the next opening of the outbox.
    database::open({.file = file})
        ->run("create trigger refuse before insert on rows begin select raise(abort, 'refused'); end");
    record(3, 1);
    BOOST_TEST(unstored_calls == 1U);
    BOOST_TEST(recorder->statistics().lost == 1U);
    recorder->stop();
    record(4, 1);
    BOOST_TEST(unstored_calls == 2U);
}

BOOST_AUTO_TEST_CASE(rows_wait_for_a_locked_outbox_and_none_is_lost)
{
    database.set([&] { database.error = error_kind::unavailable; });
    recorder.reset();
    outbox_recorder recorder_with_short_timeout{
        std::make_unique<fake_store>(database),
        std::make_unique<outbox>(file, database::timeouts{.lock = std::chrono::milliseconds{2}}), false, log,
        outbox_timing{std::chrono::hours{1}}};

    const auto other  = database::open(database::connection_info{file});
    auto       holds  = std::make_optional<database::transaction>(*other);
    const auto ledger = recorder_with_short_timeout.open();
    for (unsigned n = 0; n < 5; ++n) ledger->add(testing::sample_row(n));
    const auto reported = [&] { return log.count("warning outbox_unavailable error_class=busy") == 1; };
    while (!reported()) std::this_thread::yield();
    BOOST_TEST(recorder_with_short_timeout.statistics().pending == 5U);
    holds.reset();
    recorder_with_short_timeout.stop();
    BOOST_TEST(recorder_with_short_timeout.statistics().lost == 0U);
    BOOST_TEST(outbox{file}.depth() == 5U);
}

BOOST_AUTO_TEST_CASE(stop_does_not_wait_for_the_database_and_leaves_rows_in_the_outbox)
{
    restart(true, std::chrono::milliseconds{20});
    database.set([&] { database.blocked = true; });
    std::thread caller{[&] { record(1, 10); }};
    const auto  entered = [&] {
        const auto counted = recorder->statistics();
        return counted.pending + counted.stored_in_outbox;
    };
    while (entered() < 10) std::this_thread::yield();
    recorder->stop();
    caller.join();
    BOOST_TEST(outbox{file}.depth() == 10U);
    BOOST_TEST(recorder->statistics().pending == 0U);
}

BOOST_AUTO_TEST_CASE(stop_does_not_wait_for_a_driver_that_hangs)
{
    using std::chrono::milliseconds;
    recorder.reset();
    database.set([&] { database.blocked = true, database.interruptible = false, database.is_destroyed = false; });
    recorder = std::make_unique<outbox_recorder>(
        std::make_unique<fake_store>(database), std::make_unique<outbox>(file), true, log,
        outbox_timing{.database_timeout = milliseconds{20}, .driver_timeout = milliseconds{1}});
    record(1, 10);
    database.wait_until([&] { return database.writes_waiting == 1; });

    recorder.reset();

    BOOST_TEST(outbox{file}.depth() == 10U);
    database.set([&] { database.blocked = false; });
    database.wait_until([&] { return database.is_destroyed; }); // by its thread
}

BOOST_AUTO_TEST_CASE(a_row_added_after_stop_is_counted_as_lost_and_does_not_block)
{
    const auto late = recorder->open();
    recorder->stop();
    late->add(testing::sample_row(1));
    record(2, 1);
    BOOST_TEST(recorder->statistics().lost == 2U);
}

BOOST_AUTO_TEST_CASE(no_wakeup_and_no_row_is_lost_during_repeated_outages)
{
    restart(true, std::chrono::milliseconds{1});
    std::atomic<bool>        finished = false;
    std::thread              outages{[&] {
        for (unsigned n = 0; !finished; ++n)
        {
            database.set([&] {
                if (n % 3 == 0) database.error = error_kind::unavailable;
                else database.error.reset();
                database.blocked = n % 5 == 1;
            });
            std::this_thread::yield();
        }
        database.set([&] { database.error.reset(), database.blocked = false; });
    }};
    constexpr unsigned       threads = 4, each = 300;
    std::vector<std::thread> callers;
    for (unsigned t = 0; t < threads; ++t)
        callers.emplace_back([&, t] {
            for (unsigned n = 0; n < each; n += 10) record(1 + t * each + n, 10);
        });
    for (auto& caller : callers) caller.join();
    finished = true;
    outages.join();
    database.wait_until([&] { return database.ids.size() == threads * each; });
    BOOST_TEST(recorder->statistics().lost == 0U);
    BOOST_TEST(recorder->statistics().pending == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(relay_recorder_on_a_full_disk)

// The limit on the size of files holds for a process, so a child takes it; what it finds is its exit code.
BOOST_AUTO_TEST_CASE(rows_are_lost_only_while_the_database_is_unavailable_too)
{
    const verbatim::support::temporary_directory directory;
    const pid_t                                  child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        recorder_fixture fixture;
        const auto       tiny = rlimit{150'000, 150'000};
        if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) ::_exit(2);

        fixture.database.set([&] { fixture.database.error = error_kind::unavailable; });
        for (unsigned n = 0; n < 100; ++n) fixture.record(n * 100, 100);
        const auto during_outage = fixture.recorder->statistics();
        if (during_outage.lost == 0 || during_outage.stored_in_outbox == 0 ||
            during_outage.lost + during_outage.stored_in_outbox != 10'000)
            ::_exit(3);

        fixture.database.set([&] { fixture.database.error.reset(); });
        while (!fixture.recorder->statistics().database_up) std::this_thread::yield();
        fixture.record(20'000, 100); // straight, or by the outbox refusing them
        const auto after_recovery = fixture.recorder->statistics();
        if (after_recovery.lost != during_outage.lost) ::_exit(4);
        fixture.recorder->stop();
        ::_exit(fixture.database.stored_count() >= 100 ? 0 : 5);
    }
    int status = -1;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_REQUIRE(WIFEXITED(status));
    BOOST_TEST(WEXITSTATUS(status) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(relay_recorder_and_postgresql)

BOOST_AUTO_TEST_CASE(a_frozen_and_killed_server_loses_no_row_and_delays_no_call)
{
    support::postgres_server                     server;
    const support::postgres_database             database{server};
    const verbatim::support::temporary_directory directory;
    support::recording_log                       log;
    const auto                                   connection =
        database::resolve_connection({.db_url = sdk::secret{database.url() + "&connect_timeout=2"}});
    outbox_recorder recorder{make_store(connection), std::make_unique<outbox>(directory.path() / "outbox.db"), false,
                             log};
    const auto      record = [&](unsigned first) {
        boost::asio::io_context io;
        auto                    call = [&](unsigned n) -> sdk::task<> {
            const auto ledger = recorder.open();
            ledger->add(testing::sample_row(n));
            co_await ledger->flushed(ledger::no_deadline);
        };
        for (unsigned n = first; n < first + 10; ++n) boost::asio::co_spawn(io, call(n), boost::asio::detached);
        io.run();
    };
    unsigned n = 0;
    for (; recorder.statistics().written == 0; n += 10) record(n); // once it goes straight

    server.pause();
    for (unsigned round = 0; round < 3; ++round, n += 10) record(n);
    BOOST_TEST(recorder.statistics().outbox_rows >= 20U);
    server.kill();
    record(n), n += 10;
    server.start();
    while (recorder.statistics().outbox_rows > 0) std::this_thread::sleep_for(std::chrono::milliseconds{10});
    recorder.stop();

    BOOST_TEST(database.query("select count(*), count(distinct attempt_id) from llm_calls").at(0) ==
               std::to_string(n) + "|" + std::to_string(n));
    BOOST_TEST(recorder.statistics().lost == 0U);
}

struct idle_recorder_fixture : recorder_fixture
{
    idle_recorder_fixture()
    {
        using std::chrono::milliseconds;
        recorder.reset();
        recorder = std::make_unique<outbox_recorder>(
            std::make_unique<fake_store>(database), std::make_unique<outbox>(file), true, log,
            outbox_timing{std::chrono::hours{1}, milliseconds{1}, milliseconds{2}, milliseconds{1}});
    }
};

BOOST_FIXTURE_TEST_CASE(an_idle_recorder_notices_that_its_database_fails_and_recovers, idle_recorder_fixture)
{
    database.set([&] { database.error = error_kind::unavailable; });
    while (recorder->statistics().database_up) std::this_thread::yield();
    database.set([&] { database.error.reset(); });
    while (!recorder->statistics().database_up) std::this_thread::yield();

    BOOST_TEST(database.writes == 0U);
    BOOST_TEST(log.count("warning database_unavailable error_class=unavailable") == 1U);
    BOOST_TEST(log.count("info database_available") == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_check_that_runs_out_of_memory_fails_alone, idle_recorder_fixture)
{
    database.set([&] { database.has_no_memory = true; });
    while (recorder->statistics().database_up) std::this_thread::yield();
    database.set([&] { database.has_no_memory = false; });
    while (!recorder->statistics().database_up) std::this_thread::yield();
    record(1, 3);

    BOOST_TEST(unstored_calls == 0U);
    BOOST_TEST(database.stored_count() == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
