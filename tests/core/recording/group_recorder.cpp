#include "recording/group_recorder.hpp"

#include "support.hpp"

#include "database/failure.hpp"
#include "database/session.hpp"

#include "support/recording_log.hpp"
#include "support/temporary_directory.hpp"

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

namespace verbatim::core::recording {
namespace {

/// A store in memory that can block, can fail, and rejects rows without a tenant.
class fake_store final : public store
{
public:
    struct state
    {
        std::mutex                          mutex;
        std::set<std::string>               ids;
        std::vector<std::size_t>            groups;
        std::optional<database::error_kind> error;
        std::size_t                         failed_writes = 0;
        std::counting_semaphore<>           started{0};
        std::counting_semaphore<>           go_on{0};
        std::atomic<bool>                   blocked = false;
    };

    explicit fake_store(state& shared)
        : state_{shared}
    {}

    void prepare() override
    {
        const std::scoped_lock lock{state_.mutex};
        if (state_.error) throw database::failure{*state_.error};
    }

    void write(std::span<const usage_row> rows) override
    {
        if (state_.blocked)
        {
            state_.started.release();
            state_.go_on.acquire();
        }
        const std::scoped_lock lock{state_.mutex};
        if (state_.error)
        {
            ++state_.failed_writes;
            throw database::failure{*state_.error};
        }
        for (const usage_row& row : rows)
            if (row.tenant_id.empty()) throw database::failure{database::error_kind::constraint};
        state_.groups.push_back(rows.size());
        for (const usage_row& row : rows) state_.ids.insert(row.attempt_id);
    }

private:
    state& state_;
};

struct recorder_fixture
{
    fake_store::state      state;
    support::recording_log log;
    group_recorder         recorder{std::make_unique<fake_store>(state), log};

    std::size_t stored_count()
    {
        const std::scoped_lock lock{state.mutex};
        return state.ids.size();
    }
    void set_error(std::optional<database::error_kind> error)
    {
        const std::scoped_lock lock{state.mutex};
        state.error         = error;
        state.failed_writes = 0;
    }
    void wait_for_failures(std::size_t count)
    {
        const auto current = [&] {
            const std::scoped_lock lock{state.mutex};
            return state.failed_writes;
        };
        while (current() < count) std::this_thread::yield();
    }
};

sdk::task<> add_and_flush(group_recorder& target, unsigned first, unsigned count, std::function<void()> then)
{
    const auto ledger = target.open();
    for (unsigned n = first; n < first + count; ++n) ledger->add(testing::sample_row(n));
    co_await ledger->flushed(ledger::no_deadline);
    then();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(group_recorder_, recorder_fixture)

BOOST_AUTO_TEST_CASE(a_call_continues_on_its_own_thread_when_its_rows_are_stored)
{
    boost::asio::io_context io;
    std::size_t             stored = 0;
    std::thread::id         thread;
    boost::asio::co_spawn(io,
                          add_and_flush(recorder, 1, 3,
                                        [&] {
                                            stored = stored_count();
                                            thread = std::this_thread::get_id();
                                        }),
                          boost::asio::detached);
    io.run();
    BOOST_TEST(stored == 3U);
    BOOST_CHECK(thread == std::this_thread::get_id());
    BOOST_TEST(recorder.statistics().written == 3U);
    BOOST_TEST(recorder.statistics().pending == 0U);
}

BOOST_AUTO_TEST_CASE(a_call_without_rows_does_not_wait)
{
    boost::asio::io_context io;
    bool                    done = false;
    boost::asio::co_spawn(io, add_and_flush(recorder, 1, 0, [&] { done = true; }), boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(recorder.statistics().commits == 0U);
}

BOOST_AUTO_TEST_CASE(rows_added_during_a_commit_share_the_next_one)
{
    state.blocked     = true;
    const auto ledger = recorder.open();
    ledger->add(testing::sample_row(1));
    state.started.acquire();
    for (unsigned n = 2; n <= 100; ++n) ledger->add(testing::sample_row(n));
    BOOST_TEST(recorder.statistics().pending == 100U);
    state.go_on.release(2);
    recorder.stop();

    const std::vector<std::size_t> expected = {1, 99};
    BOOST_TEST(state.groups == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_still_waits)
{
    state.blocked = true;
    boost::asio::io_context          io;
    boost::asio::cancellation_signal cancel;
    std::size_t                      stored = 99;
    boost::asio::co_spawn(io, add_and_flush(recorder, 1, 1, [&] { stored = stored_count(); }),
                          boost::asio::bind_cancellation_slot(cancel.slot(), boost::asio::detached));
    io.poll();
    cancel.emit(boost::asio::cancellation_type::terminal);
    io.poll();
    BOOST_TEST(stored == 99U);

    state.go_on.release(1);
    io.run();
    BOOST_TEST(stored == 1U);
}

BOOST_AUTO_TEST_CASE(a_failing_store_releases_the_call_and_logs_the_loss)
{
    state.error = database::error_kind::full;
    boost::asio::io_context io;
    bool                    done = false;
    boost::asio::co_spawn(io, add_and_flush(recorder, 1, 1, [&] { done = true; }), boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(recorder.statistics().lost == 1U);
    const std::vector<std::string> expected{"warning database_unavailable error_class=full",
                                            "error usage_row_lost reason=full "
                                            "attempt_id=00000001-0000-4000-8000-000000000000 tenant_id=tenant-nl "
                                            "operation=analyze call_id=aaaaaaaa-0000-4000-8000-000000000000 "
                                            "timestamp=2023-11-14T22:13:20.123456Z call_duration_ms=12 "
                                            "model=azure/gpt-5.4 input_tokens=1000 output_tokens=200 cost_usd=0.0045 "
                                            "status=ok error_class= cached_tokens=0 priced=1 cause= server_id= key_id="};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
    BOOST_TEST(!recorder.statistics().database_up);
}

BOOST_AUTO_TEST_CASE(a_call_learns_whether_its_rows_are_stored)
{
    const auto is_stored = [&](const usage_row& row) {
        boost::asio::io_context io;
        bool                    stored = false;
        auto                    call   = [&]() -> sdk::task<> {
            const auto ledger = recorder.open();
            ledger->add(testing::sample_row(1));
            ledger->add(row);
            stored = co_await ledger->flushed(ledger::no_deadline);
        };
        boost::asio::co_spawn(io, call, boost::asio::detached);
        io.run();
        return stored;
    };
    usage_row rejected = testing::sample_row(2);
    rejected.tenant_id.clear();
    BOOST_TEST(is_stored(testing::sample_row(3)));
    BOOST_TEST(!is_stored(rejected));
    BOOST_TEST(is_stored(testing::sample_row(4))); // another call
    set_error(database::error_kind::full);
    BOOST_TEST(!is_stored(testing::sample_row(5)));
    recorder.stop();
    BOOST_TEST(!is_stored(testing::sample_row(6)));
}

BOOST_AUTO_TEST_CASE(rows_wait_for_a_locked_database_and_none_is_lost)
{
    set_error(database::error_kind::busy);
    std::atomic<unsigned> released = 0;
    std::thread           calls{[&] {
        boost::asio::io_context io;
        for (unsigned n = 0; n < 5; ++n)
            boost::asio::co_spawn(io, add_and_flush(recorder, n, 1, [&] { ++released; }), boost::asio::detached);
        io.run();
    }};
    wait_for_failures(3);
    BOOST_TEST(released == 0U);
    BOOST_TEST(!recorder.statistics().database_up);

    set_error(std::nullopt);
    calls.join();
    BOOST_TEST(stored_count() == 5U);
    BOOST_TEST(recorder.statistics().lost == 0U);
    BOOST_TEST(recorder.statistics().database_up);
    const std::vector<std::string> expected{"warning database_unavailable error_class=busy", "info database_available"};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_call_past_its_deadline_continues_and_its_row_is_stored_later)
{
    set_error(database::error_kind::busy);
    const auto                             ledger = recorder.open();
    std::optional<boost::asio::io_context> io{std::in_place};
    bool                                   released = false;
    auto                                   call     = [&]() -> sdk::task<> {
        ledger->add(testing::sample_row(1));
        released = !co_await ledger->flushed(std::chrono::steady_clock::now() + std::chrono::milliseconds{1});
    };
    boost::asio::co_spawn(*io, call, boost::asio::detached);
    io->run();
    io.reset(); // the waiting call may be gone when the row is stored
    BOOST_TEST(released);
    BOOST_TEST(stored_count() == 0U);

    set_error(std::nullopt);
    recorder.stop();
    BOOST_TEST(stored_count() == 1U);
    BOOST_TEST(recorder.statistics().lost == 0U);
}

BOOST_AUTO_TEST_CASE(rows_are_lost_and_logged_if_the_lock_lasts_through_shutdown)
{
    fake_store::state locked;
    locked.error = database::error_kind::busy;
    group_recorder stopping_recorder{std::make_unique<fake_store>(locked), log, std::chrono::milliseconds{1}};
    stopping_recorder.open()->add(testing::sample_row(1));
    stopping_recorder.stop();
    BOOST_TEST(stopping_recorder.statistics().lost == 1U);
    BOOST_TEST(log.lines().back().starts_with("error usage_row_lost reason=busy "
                                              "attempt_id=00000001-0000-4000-8000-000000000000 "));
}

BOOST_AUTO_TEST_CASE(a_long_lock_of_the_file_by_another_program_loses_no_row)
{
    const verbatim::support::temporary_directory directory;
    const database::connection_info              connection{directory.path() / "verbatim.db"};
    group_recorder sqlite_recorder{make_sqlite_store(connection, {.lock = std::chrono::milliseconds{2}}), log};

    const auto other  = database::open(connection);
    auto       lock   = std::make_optional<database::transaction>(*other);
    const auto ledger = sqlite_recorder.open();
    for (unsigned n = 0; n < 5; ++n) ledger->add(testing::sample_row(n));
    while (sqlite_recorder.statistics().database_up) std::this_thread::yield();
    lock.reset();
    sqlite_recorder.stop();
    BOOST_TEST(sqlite_recorder.statistics().lost == 0U);
    BOOST_TEST(other->select("select count(*) from llm_calls", 1, {}).at(0).at(0).value() == "5");
}

BOOST_AUTO_TEST_CASE(a_rejected_row_does_not_affect_others)
{
    state.blocked     = true;
    const auto ledger = recorder.open();
    ledger->add(testing::sample_row(0));
    state.started.acquire();
    state.blocked = false;
    for (unsigned n = 1; n <= 50; ++n)
    {
        usage_row row = testing::sample_row(n);
        if (n == 33) row.tenant_id.clear();
        ledger->add(std::move(row));
    }
    state.go_on.release();
    recorder.stop();
    BOOST_TEST(stored_count() == 50U);
    BOOST_TEST(recorder.statistics().lost == 1U);
    BOOST_TEST(log.lines().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_row_added_after_stop_is_counted_as_lost_and_does_not_block)
{
    const auto late = recorder.open();
    recorder.stop();
    late->add(testing::sample_row(1));
    boost::asio::io_context io;
    bool                    done = false;
    auto                    wait = [&]() -> sdk::task<> {
        co_await late->flushed(ledger::no_deadline);
        done = true;
    };
    boost::asio::co_spawn(io, wait, boost::asio::detached);
    io.run();
    BOOST_TEST(done);
    BOOST_TEST(recorder.statistics().lost == 1U);
}

BOOST_AUTO_TEST_CASE(no_wakeup_is_lost_between_threads)
{
    constexpr unsigned       threads = 4, calls = 500, each = 3;
    std::atomic<unsigned>    done = 0;
    std::vector<std::thread> callers;
    for (unsigned t = 0; t < threads; ++t)
        callers.emplace_back([&, t] {
            boost::asio::io_context io;
            for (unsigned c = 0; c < calls; ++c)
                boost::asio::co_spawn(io, add_and_flush(recorder, (t * calls + c) * each, each, [&] { ++done; }),
                                      boost::asio::detached);
            io.run();
        });
    for (auto& caller : callers) caller.join();
    BOOST_TEST(done == threads * calls);
    BOOST_TEST(stored_count() == threads * calls * each);
}

BOOST_AUTO_TEST_CASE(rows_of_one_call_may_come_from_other_threads)
{
    const auto               ledger = recorder.open();
    std::vector<std::thread> attempts;
    for (unsigned n = 0; n < 8; ++n) attempts.emplace_back([&, n] { ledger->add(testing::sample_row(n)); });
    for (auto& thread : attempts) thread.join();
    boost::asio::io_context io;
    std::size_t             stored = 0;
    auto                    wait   = [&]() -> sdk::task<> {
        co_await ledger->flushed(ledger::no_deadline);
        stored = stored_count();
    };
    boost::asio::co_spawn(io, wait, boost::asio::detached);
    io.run();
    BOOST_TEST(stored == 8U);
}

BOOST_AUTO_TEST_CASE(an_idle_recorder_notices_that_its_database_fails_and_recovers)
{
    {
        group_recorder idle{std::make_unique<fake_store>(state), log, group_recorder::default_shutdown_timeout,
                            std::chrono::milliseconds{1}};
        set_error(database::error_kind::io);
        while (idle.statistics().database_up) std::this_thread::yield();
        set_error(std::nullopt);
        while (!idle.statistics().database_up) std::this_thread::yield();
    } // joins the thread, which writes the log after the statistics

    BOOST_TEST(log.count("warning database_unavailable error_class=io") == 1U);
    BOOST_TEST(log.count("info database_available") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
