#include "usage/group_recorder.hpp"

#include "support.hpp"

#include "database/failure.hpp"
#include "database/session.hpp"

#include "support/scratch.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <optional>
#include <semaphore>
#include <set>
#include <thread>

namespace verbatim::core::usage {
namespace {

/// A store in memory that can be held, fails when told, and refuses rows without a tenant.
class fake_store final : public store
{
public:
    struct state
    {
        std::mutex                       guard;
        std::set<std::string>            ids;
        std::vector<std::size_t>         groups;
        std::optional<database::trouble> fails;
        std::size_t                      failed = 0; ///< writes
        std::counting_semaphore<>        started{0};
        std::counting_semaphore<>        go_on{0};
        std::atomic<bool>                held = false;
    };

    explicit fake_store(state& in)
        : in_{in}
    {}

    void write(std::span<const attempt> rows) override
    {
        if (in_.held)
        {
            in_.started.release();
            in_.go_on.acquire();
        }
        const std::scoped_lock lock{in_.guard};
        if (in_.fails)
        {
            ++in_.failed;
            throw database::failure{*in_.fails};
        }
        for (const attempt& one : rows)
            if (one.tenant_id.empty()) throw database::failure{database::trouble::constraint};
        in_.groups.push_back(rows.size());
        for (const attempt& one : rows) in_.ids.insert(one.attempt_id);
    }

private:
    state& in_;
};

struct desk
{
    fake_store::state state;
    testing::kept_log log;
    group_recorder    rows{std::make_unique<fake_store>(state), log};

    std::size_t kept()
    {
        const std::scoped_lock lock{state.guard};
        return state.ids.size();
    }
    void fails(std::optional<database::trouble> how)
    {
        const std::scoped_lock lock{state.guard};
        state.fails  = how;
        state.failed = 0;
    }
    void await_failures(std::size_t count)
    {
        const auto now = [&] {
            const std::scoped_lock lock{state.guard};
            return state.failed;
        };
        while (now() < count) std::this_thread::yield();
    }
};

sdk::task<> enter_and_settle(group_recorder& to, unsigned first, unsigned count, std::function<void()> then)
{
    const auto book = to.open();
    for (unsigned n = first; n < first + count; ++n) book->enter(testing::some_attempt(n));
    co_await book->settled(ledger::for_ever);
    then();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(group_recorder_, desk)

BOOST_AUTO_TEST_CASE(a_call_goes_on_when_its_rows_are_kept_and_on_its_own_thread)
{
    boost::asio::io_context io;
    std::size_t             seen = 0;
    std::thread::id         on;
    boost::asio::co_spawn(io,
                          enter_and_settle(rows, 1, 3,
                                           [&] {
                                               seen = kept();
                                               on   = std::this_thread::get_id();
                                           }),
                          boost::asio::detached);
    io.run();
    BOOST_TEST(seen == 3U);
    BOOST_CHECK(on == std::this_thread::get_id());
    BOOST_TEST(rows.counted().written == 3U);
    BOOST_TEST(rows.counted().pending == 0U);
}

BOOST_AUTO_TEST_CASE(a_call_without_rows_does_not_wait)
{
    boost::asio::io_context io;
    bool                    done = false;
    boost::asio::co_spawn(io, enter_and_settle(rows, 1, 0, [&] { done = true; }), boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(rows.counted().commits == 0U);
}

BOOST_AUTO_TEST_CASE(what_comes_during_a_commit_shares_the_next)
{
    state.held      = true;
    const auto book = rows.open();
    book->enter(testing::some_attempt(1));
    state.started.acquire();
    for (unsigned n = 2; n <= 100; ++n) book->enter(testing::some_attempt(n));
    BOOST_TEST(rows.counted().pending == 100U);
    state.go_on.release(2);
    rows.stop();

    const std::vector<std::size_t> expected = {1, 99};
    BOOST_TEST(state.groups == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_waits_all_the_same)
{
    state.held = true;
    boost::asio::io_context          io;
    boost::asio::cancellation_signal leave;
    std::size_t                      seen = 99;
    boost::asio::co_spawn(io, enter_and_settle(rows, 1, 1, [&] { seen = kept(); }),
                          boost::asio::bind_cancellation_slot(leave.slot(), boost::asio::detached));
    io.poll();
    leave.emit(boost::asio::cancellation_type::terminal);
    io.poll();
    BOOST_TEST(seen == 99U);

    state.go_on.release(1);
    io.run();
    BOOST_TEST(seen == 1U);
}

BOOST_AUTO_TEST_CASE(a_store_that_fails_releases_the_call_and_the_loss_is_told)
{
    state.fails = database::trouble::full;
    boost::asio::io_context io;
    bool                    done = false;
    boost::asio::co_spawn(io, enter_and_settle(rows, 1, 1, [&] { done = true; }), boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(rows.counted().lost == 1U);
    const std::vector<std::string> told{"database unavailable error_class=full",
                                        "ERROR usage row lost tenant=tenant-nl operation=analyze "
                                        "request_id=aaaaaaaa-0000-4000-8000-000000000000 error_class=full"};
    BOOST_TEST(log.lines() == told, boost::test_tools::per_element());
    BOOST_TEST(!rows.counted().database_up);
}

BOOST_AUTO_TEST_CASE(rows_wait_for_a_locked_database_and_none_is_lost)
{
    fails(database::trouble::busy);
    std::atomic<unsigned> gone_on = 0;
    std::thread           calls{[&] {
        boost::asio::io_context io;
        for (unsigned n = 0; n < 5; ++n)
            boost::asio::co_spawn(io, enter_and_settle(rows, n, 1, [&] { ++gone_on; }), boost::asio::detached);
        io.run();
    }};
    await_failures(3);
    BOOST_TEST(gone_on == 0U);
    BOOST_TEST(!rows.counted().database_up);

    fails(std::nullopt);
    calls.join();
    BOOST_TEST(kept() == 5U);
    BOOST_TEST(rows.counted().lost == 0U);
    BOOST_TEST(rows.counted().database_up);
    const std::vector<std::string> told{"database unavailable error_class=busy", "database back"};
    BOOST_TEST(log.lines() == told, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_call_whose_time_is_over_goes_on_and_its_row_is_kept_later)
{
    fails(database::trouble::busy);
    const auto                             book = rows.open();
    std::optional<boost::asio::io_context> io{std::in_place};
    bool                                   gone_on = false;
    auto                                   call    = [&]() -> sdk::task<> {
        book->enter(testing::some_attempt(1));
        co_await book->settled(std::chrono::steady_clock::now() + std::chrono::milliseconds{1});
        gone_on = true;
    };
    boost::asio::co_spawn(*io, call, boost::asio::detached);
    io->run();
    io.reset(); // whoever waited may be gone when the row is kept
    BOOST_TEST(gone_on);
    BOOST_TEST(kept() == 0U);

    fails(std::nullopt);
    rows.stop();
    BOOST_TEST(kept() == 1U);
    BOOST_TEST(rows.counted().lost == 0U);
}

BOOST_AUTO_TEST_CASE(at_the_end_a_lock_that_stays_costs_the_rows_and_that_is_told)
{
    fake_store::state locked;
    locked.fails = database::trouble::busy;
    group_recorder ends{std::make_unique<fake_store>(locked), log, std::chrono::milliseconds{1}};
    ends.open()->enter(testing::some_attempt(1));
    ends.stop();
    BOOST_TEST(ends.counted().lost == 1U);
    BOOST_TEST(log.lines().back() == "ERROR usage row lost tenant=tenant-nl operation=analyze "
                                     "request_id=aaaaaaaa-0000-4000-8000-000000000000 error_class=busy");
}

BOOST_AUTO_TEST_CASE(another_program_that_locks_the_file_for_long_costs_no_row)
{
    const verbatim::support::scratch room;
    const database::place            where{room.path() / "verbatim.db"};
    group_recorder                   locked{make_sqlite_store(where, {.lock = std::chrono::milliseconds{2}}), log};

    const auto other = database::open(where);
    auto       holds = std::make_optional<database::transaction>(*other);
    const auto book  = locked.open();
    for (unsigned n = 0; n < 5; ++n) book->enter(testing::some_attempt(n));
    while (locked.counted().database_up) std::this_thread::yield();
    holds.reset();
    locked.stop();
    BOOST_TEST(locked.counted().lost == 0U);
    BOOST_TEST(other->select("select count(*) from llm_calls", 1, {}).at(0).at(0).value() == "5");
}

BOOST_AUTO_TEST_CASE(one_refused_row_takes_no_other_with_it)
{
    state.held      = true;
    const auto book = rows.open();
    book->enter(testing::some_attempt(0));
    state.started.acquire();
    state.held = false;
    for (unsigned n = 1; n <= 50; ++n)
    {
        attempt one = testing::some_attempt(n);
        if (n == 33) one.tenant_id.clear();
        book->enter(std::move(one));
    }
    state.go_on.release();
    rows.stop();
    BOOST_TEST(kept() == 50U);
    BOOST_TEST(rows.counted().lost == 1U);
    BOOST_TEST(log.lines().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_row_entered_after_the_end_is_counted_and_does_not_hang)
{
    const auto late = rows.open();
    rows.stop();
    late->enter(testing::some_attempt(1));
    boost::asio::io_context io;
    bool                    done = false;
    auto                    wait = [&]() -> sdk::task<> {
        co_await late->settled(ledger::for_ever);
        done = true;
    };
    boost::asio::co_spawn(io, wait, boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(rows.counted().lost == 1U);
}

BOOST_AUTO_TEST_CASE(no_wakeup_is_lost_between_threads)
{
    constexpr unsigned       threads = 4, calls = 500, each = 3;
    std::atomic<unsigned>    done = 0;
    std::vector<std::thread> crowd;
    for (unsigned t = 0; t < threads; ++t)
        crowd.emplace_back([&, t] {
            boost::asio::io_context io;
            for (unsigned c = 0; c < calls; ++c)
                boost::asio::co_spawn(io, enter_and_settle(rows, (t * calls + c) * each, each, [&] { ++done; }),
                                      boost::asio::detached);
            io.run();
        });
    for (auto& one : crowd) one.join();
    BOOST_TEST(done == threads * calls);
    BOOST_TEST(kept() == threads * calls * each);
}

BOOST_AUTO_TEST_CASE(rows_of_one_call_may_come_from_other_threads)
{
    const auto               book = rows.open();
    std::vector<std::thread> attempts;
    for (unsigned n = 0; n < 8; ++n) attempts.emplace_back([&, n] { book->enter(testing::some_attempt(n)); });
    for (auto& one : attempts) one.join();
    boost::asio::io_context io;
    std::size_t             seen = 0;
    auto                    wait = [&]() -> sdk::task<> {
        co_await book->settled(ledger::for_ever);
        seen = kept();
    };
    boost::asio::co_spawn(io, wait, boost::asio::detached);
    io.run();
    BOOST_TEST(seen == 8U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::usage
