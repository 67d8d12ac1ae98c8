#include "usage/relay_recorder.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/postgres.hpp"
#include "support/scratch.hpp"

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
#include <set>
#include <thread>

namespace verbatim::core::usage {
namespace {

using database::trouble;

/// A database in memory: fails when told, and holds whoever writes for as long as told.
struct far_away
{
    std::mutex              guard;
    std::condition_variable changed;
    std::set<std::string>   ids;
    std::optional<trouble>  fails;
    bool                    held    = false;
    unsigned                let_by  = 0; ///< writes that are let by though
    unsigned                waiting = 0; ///< writes that are held
    unsigned                writes  = 0;
    unsigned                reached = 0;

    void set(std::function<void()> change)
    {
        const std::scoped_lock lock{guard};
        change();
        changed.notify_all();
    }
    void await(const std::function<bool()>& what)
    {
        std::unique_lock lock{guard};
        changed.wait(lock, what);
    }
    std::size_t kept()
    {
        const std::scoped_lock lock{guard};
        return ids.size();
    }
};

class far_store final : public store
{
public:
    explicit far_store(far_away& to)
        : to_{to}
    {}

    void make_ready() override
    {
        std::unique_lock lock{to_.guard};
        ++to_.reached;
        to_.changed.notify_all();
        if (to_.fails) throw database::failure{*to_.fails};
    }

    void write(std::span<const attempt> rows) override
    {
        std::unique_lock lock{to_.guard};
        ++to_.writes;
        ++to_.waiting;
        to_.changed.notify_all();
        to_.changed.wait(lock, [&] { return !to_.held || to_.let_by > 0 || over_; });
        if (to_.held && to_.let_by > 0) --to_.let_by;
        --to_.waiting;
        if (over_) throw database::failure{trouble::unavailable};
        if (to_.fails) throw database::failure{*to_.fails};
        for (const attempt& one : rows)
            if (one.tenant_id.empty()) throw database::failure{trouble::constraint};
        for (const attempt& one : rows) to_.ids.insert(one.attempt_id);
        to_.changed.notify_all();
    }

    void interrupt() noexcept override
    {
        const std::scoped_lock lock{to_.guard};
        over_ = true;
        to_.changed.notify_all();
    }

private:
    far_away& to_;
    bool      over_ = false;
};

struct desk
{
    desk() = default;

    verbatim::support::scratch room;
    std::filesystem::path      file = room.path() / "outbox.db";
    far_away                   far;
    testing::kept_log          log;

    std::unique_ptr<relay_recorder> rows = begin(true);

    /// Quick to try again, and in no hurry to lose patience: the tests say when.
    std::unique_ptr<relay_recorder> begin(bool reached, std::chrono::milliseconds patience = std::chrono::hours{1})
    {
        return std::make_unique<relay_recorder>(
            std::make_unique<far_store>(far), std::make_unique<outbox>(file), reached, log,
            relay_tempo{patience, std::chrono::milliseconds{1}, std::chrono::milliseconds{2}});
    }

    void restart(bool reached, std::chrono::milliseconds patience = std::chrono::hours{1})
    {
        rows.reset();
        rows = begin(reached, patience);
    }

    /// Calls of one row each, all at once; ends when all went on.
    void record(unsigned first, unsigned count)
    {
        boost::asio::io_context io;
        auto                    one = [&](unsigned n) -> sdk::task<> {
            const auto book = rows->open();
            book->enter(testing::some_attempt(n));
            co_await book->settled(ledger::for_ever);
        };
        for (unsigned n = first; n < first + count; ++n) boost::asio::co_spawn(io, one(n), boost::asio::detached);
        io.run();
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(relay_recorder_, desk)

BOOST_AUTO_TEST_CASE(while_the_database_is_there_rows_go_straight_to_it)
{
    record(1, 50);
    BOOST_TEST(far.kept() == 50U);
    const auto counted = rows->counted();
    BOOST_TEST(counted.written == 50U);
    BOOST_TEST(counted.put_by == 0U);
    BOOST_TEST(counted.pending == 0U);
    BOOST_TEST(counted.database_up);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(what_the_database_refuses_to_take_goes_to_the_outbox_and_the_calls_go_on)
{
    far.set([&] { far.fails = trouble::unavailable; });
    record(1, 20);
    record(21, 20);
    BOOST_TEST(far.kept() == 0U);
    BOOST_TEST(outbox{file}.depth() == 40U);
    BOOST_TEST(rows->counted().outbox_rows == 40U);
    BOOST_TEST(!rows->counted().database_up);
    BOOST_TEST(rows->counted().lost == 0U);

    far.set([&] { far.fails.reset(); });
    far.await([&] { return far.ids.size() == 40U; });
    record(41, 1);
    far.await([&] { return far.ids.size() == 41U; });
}

BOOST_AUTO_TEST_CASE(a_database_that_says_nothing_holds_nobody)
{
    restart(true, std::chrono::milliseconds{20});
    far.set([&] { far.held = true; });
    record(1, 10);  // held by the database until patience ends
    record(11, 10); // not even sent there
    BOOST_TEST(outbox{file}.depth() == 20U);
    BOOST_TEST(rows->counted().lost == 0U);

    far.set([&] { far.held = false; });
    far.await([&] { return far.ids.size() == 20U; });
}

BOOST_AUTO_TEST_CASE(a_database_that_falls_silent_over_the_last_rows_of_the_outbox_holds_nobody)
{
    restart(true, std::chrono::milliseconds{20});
    far.set([&] { far.fails = trouble::unavailable; });
    record(1, 2'500);
    rows.reset();
    far.set([&] {
        far.fails.reset();
        far.held   = true;
        far.let_by = 1; // more than half of them
    });
    rows = begin(true, std::chrono::milliseconds{20});
    far.await([&] { return far.let_by == 0 && far.waiting == 1; });
    record(5'000, 10);
    BOOST_TEST(rows->counted().put_by == 10U);
    far.set([&] { far.held = false; });
    far.await([&] { return far.ids.size() == 2'510U; });
}

BOOST_AUTO_TEST_CASE(it_goes_straight_again_when_the_database_is_back)
{
    far.set([&] { far.fails = trouble::unavailable; });
    record(1, 3);
    far.set([&] { far.fails.reset(); });
    far.await([&] { return far.ids.size() == 3U; });
    // The last row may still be on its way out of the outbox.
    for (unsigned n = 4; rows->counted().written == 0; ++n) record(n, 1);
    BOOST_TEST(rows->counted().database_up);
    while (rows->counted().outbox_rows > 0) std::this_thread::yield(); // nor is the rest left behind
}

BOOST_AUTO_TEST_CASE(a_restart_replays_what_it_finds)
{
    far.set([&] { far.fails = trouble::unavailable; });
    record(1, 30);
    rows.reset();
    BOOST_TEST(outbox{file}.depth() == 30U);

    far.set([&] { far.fails.reset(); });
    rows = begin(true);
    far.await([&] { return far.ids.size() == 30U; });
    rows.reset();
    BOOST_TEST(outbox{file}.depth() == 0U);
}

BOOST_AUTO_TEST_CASE(a_start_without_a_database_keeps_rows_and_tries_on)
{
    far.set([&] { far.fails = trouble::unavailable; });
    restart(false);
    far.await([&] { return far.reached >= 3; });
    record(1, 5);
    BOOST_TEST(outbox{file}.depth() == 5U);
    BOOST_TEST(!rows->counted().database_up);
    far.set([&] { far.fails.reset(); });
    far.await([&] { return far.ids.size() == 5U; });
}

BOOST_AUTO_TEST_CASE(an_outage_is_told_once_a_minute_by_its_class_and_its_end_once)
{
    far.set([&] { far.fails = trouble::unavailable; });
    record(1, 5);
    decltype(far.writes) seen = 0;
    far.set([&] { seen = far.writes; });
    far.await([&] { return far.writes > seen + 5; });
    far.set([&] { far.fails.reset(); });
    for (unsigned n = 6; rows->counted().written == 0; ++n) record(n, 1);
    far.set([&] { far.fails = trouble::unavailable; });
    record(1'000'000, 5);
    rows.reset();

    const std::vector<std::string> expected{"database unavailable error_class=unavailable", "database back"};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_that_the_schema_refuses_is_lost_alone_on_either_way)
{
    const auto book = rows->open();
    attempt    bad  = testing::some_attempt(1);
    bad.tenant_id.clear();
    book->enter(bad);
    record(2, 20);
    BOOST_TEST(far.kept() == 20U);
    BOOST_TEST(rows->counted().lost == 1U);

    far.set([&] { far.fails = trouble::unavailable; });
    record(100, 1); // from here on by way of the outbox
    bad.attempt_id = testing::some_attempt(99).attempt_id;
    book->enter(bad);
    record(101, 20);
    far.set([&] { far.fails.reset(); });
    far.await([&] { return far.ids.size() == 41U; });
    while (rows->counted().lost < 2) std::this_thread::yield();
    rows.reset();
    BOOST_TEST(outbox{file}.depth() == 0U);
    std::size_t told = 0;
    for (const auto& line : log.lines()) told += line.starts_with("ERROR usage row lost") ? 1U : 0U;
    BOOST_TEST(told == 2U);
}

BOOST_AUTO_TEST_CASE(rows_wait_for_a_locked_outbox_and_none_is_lost)
{
    far.set([&] { far.fails = trouble::unavailable; });
    rows.reset();
    relay_recorder quick{std::make_unique<far_store>(far),
                         std::make_unique<outbox>(file, database::patience{.lock = std::chrono::milliseconds{2}}),
                         false, log, relay_tempo{std::chrono::hours{1}}};

    const auto other = database::open(database::place{file});
    auto       holds = std::make_optional<database::transaction>(*other);
    const auto book  = quick.open();
    for (unsigned n = 0; n < 5; ++n) book->enter(testing::some_attempt(n));
    const auto told = [&] { return std::ranges::count(log.lines(), "outbox unavailable error_class=busy") == 1; };
    while (!told()) std::this_thread::yield();
    BOOST_TEST(quick.counted().pending == 5U);
    holds.reset();
    quick.stop();
    BOOST_TEST(quick.counted().lost == 0U);
    BOOST_TEST(outbox{file}.depth() == 5U);
}

BOOST_AUTO_TEST_CASE(an_end_waits_for_no_database_and_leaves_rows_for_the_next_process)
{
    restart(true, std::chrono::milliseconds{20});
    far.set([&] { far.held = true; });
    std::thread caller{[&] { record(1, 10); }};
    const auto  entered = [&] {
        const auto counted = rows->counted();
        return counted.pending + counted.put_by;
    };
    while (entered() < 10) std::this_thread::yield();
    rows->stop();
    caller.join();
    BOOST_TEST(outbox{file}.depth() == 10U);
    BOOST_TEST(rows->counted().pending == 0U);
}

BOOST_AUTO_TEST_CASE(a_row_entered_after_the_end_is_counted_and_does_not_hang)
{
    const auto late = rows->open();
    rows->stop();
    late->enter(testing::some_attempt(1));
    record(2, 1);
    BOOST_TEST(rows->counted().lost == 2U);
}

BOOST_AUTO_TEST_CASE(no_wakeup_and_no_row_is_lost_while_the_database_comes_and_goes)
{
    restart(true, std::chrono::milliseconds{1});
    std::atomic<bool>        over = false;
    std::thread              weather{[&] {
        for (unsigned n = 0; !over; ++n)
        {
            far.set([&] {
                if (n % 3 == 0) far.fails = trouble::unavailable;
                else far.fails.reset();
                far.held = n % 5 == 1;
            });
            std::this_thread::yield();
        }
        far.set([&] { far.fails.reset(), far.held = false; });
    }};
    constexpr unsigned       threads = 4, each = 300;
    std::vector<std::thread> crowd;
    for (unsigned t = 0; t < threads; ++t)
        crowd.emplace_back([&, t] {
            for (unsigned n = 0; n < each; n += 10) record(1 + t * each + n, 10);
        });
    for (auto& one : crowd) one.join();
    over = true;
    weather.join();
    far.await([&] { return far.ids.size() == threads * each; });
    BOOST_TEST(rows->counted().lost == 0U);
    BOOST_TEST(rows->counted().pending == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(relay_recorder_on_a_full_disk)

// The limit on the size of files holds for a process, so a child takes it; what it finds is its exit code.
BOOST_AUTO_TEST_CASE(rows_that_find_no_place_are_counted_when_the_database_is_away_and_kept_when_it_is_back)
{
    const verbatim::support::scratch room;
    const pid_t                      child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        desk       here;
        const auto tiny = rlimit{150'000, 150'000};
        if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) ::_exit(2);

        here.far.set([&] { here.far.fails = trouble::unavailable; });
        for (unsigned n = 0; n < 100; ++n) here.record(n * 100, 100);
        const auto away = here.rows->counted();
        if (away.lost == 0 || away.put_by == 0 || away.lost + away.put_by != 10'000) ::_exit(3);

        here.far.set([&] { here.far.fails.reset(); });
        while (!here.rows->counted().database_up) std::this_thread::yield();
        here.record(20'000, 100); // straight, or by the outbox refusing them
        const auto back = here.rows->counted();
        if (back.lost != away.lost) ::_exit(4);
        here.rows->stop();
        ::_exit(here.far.kept() >= 100 ? 0 : 5);
    }
    int status = -1;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_REQUIRE(WIFEXITED(status));
    BOOST_TEST(WEXITSTATUS(status) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(relay_recorder_and_postgresql)

BOOST_AUTO_TEST_CASE(a_server_that_is_frozen_and_then_killed_costs_no_row_and_no_patience)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const verbatim::support::scratch room;
    testing::kept_log                log;
    const auto     where = database::locate({.db_url = sdk::secret{database.url() + "&connect_timeout=2"}});
    relay_recorder rows{make_store(where), std::make_unique<outbox>(room.path() / "outbox.db"), false, log};
    const auto     record = [&](unsigned first) {
        boost::asio::io_context io;
        auto                    one = [&](unsigned n) -> sdk::task<> {
            const auto book = rows.open();
            book->enter(testing::some_attempt(n));
            co_await book->settled(ledger::for_ever);
        };
        for (unsigned n = first; n < first + 10; ++n) boost::asio::co_spawn(io, one(n), boost::asio::detached);
        io.run();
    };
    unsigned n = 0;
    for (; rows.counted().written == 0; n += 10) record(n); // once it goes straight

    server.freeze();
    for (unsigned round = 0; round < 3; ++round, n += 10) record(n);
    BOOST_TEST(rows.counted().outbox_rows >= 20U);
    server.kill();
    record(n), n += 10;
    server.start();
    while (rows.counted().outbox_rows > 0) std::this_thread::sleep_for(std::chrono::milliseconds{10});
    rows.stop();

    BOOST_TEST(database.query("select count(*), count(distinct attempt_id) from llm_calls").at(0) ==
               std::to_string(n) + "|" + std::to_string(n));
    BOOST_TEST(rows.counted().lost == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::usage
