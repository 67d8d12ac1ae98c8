#include "recording/group_recorder.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/recording_log.hpp"
#include "support/temporary_directory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <string>

namespace verbatim::core::recording {

namespace {

constexpr unsigned callers = 20;

/// One caller after another row: each number goes into the pipe when its row is said to be safe.
sdk::task<> record_for_ever(group_recorder& recorder, unsigned caller, int acknowledge)
{
    for (unsigned n = caller;; n += callers)
    {
        const auto ledger = recorder.open();
        ledger->add(testing::sample_row(n));
        co_await ledger->flushed(ledger::no_deadline);
        if (::write(acknowledge, &n, sizeof n) != sizeof n) ::_exit(1);
    }
}

[[noreturn]] void run_until_killed(const database::connection_info& connection, int acknowledge)
{
    support::recording_log  log;
    group_recorder          recorder{make_store(connection), log};
    boost::asio::io_context io;
    for (unsigned caller = 0; caller < callers; ++caller)
        boost::asio::co_spawn(io, record_for_ever(recorder, caller, acknowledge), boost::asio::detached);
    io.run();
    ::_exit(1);
}

std::set<std::string> stored(const database::connection_info& connection)
{
    std::set<std::string> ids;
    for (const database::row& columns : database::open(connection)->select("select attempt_id from llm_calls", 1, {}))
        ids.insert(columns.at(0).value());
    return ids;
}

} // namespace

BOOST_AUTO_TEST_SUITE(crash)

BOOST_AUTO_TEST_CASE(every_acknowledged_row_outlives_a_killed_process)
{
    const verbatim::support::temporary_directory directory;
    const database::connection_info              connection{directory.path() / "verbatim.db"};

    for (const unsigned target : {1U, 57U, 400U})
    {
        int ends[2];
        BOOST_REQUIRE(::pipe(ends) == 0);
        const pid_t child = ::fork();
        BOOST_REQUIRE(child >= 0);
        if (child == 0)
        {
            ::close(ends[0]);
            run_until_killed(connection, ends[1]);
        }
        ::close(ends[1]);

        std::set<std::string> acknowledged;
        unsigned              n = 0;
        while (acknowledged.size() < target && ::read(ends[0], &n, sizeof n) == sizeof n)
            acknowledged.insert(testing::sample_row(n).attempt_id);
        BOOST_REQUIRE(::kill(child, SIGKILL) == 0);
        while (::read(ends[0], &n, sizeof n) == sizeof n) acknowledged.insert(testing::sample_row(n).attempt_id);
        ::close(ends[0]);
        int status = 0;
        BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
        BOOST_TEST(WIFSIGNALED(status));

        const auto in_database = stored(connection);
        BOOST_TEST(acknowledged.size() >= target);
        for (const std::string& id : acknowledged) BOOST_TEST(in_database.contains(id));
    }
}

BOOST_AUTO_TEST_CASE(on_a_full_disk_calls_continue_and_each_loss_is_counted)
{
    const verbatim::support::temporary_directory directory;
    const database::connection_info              connection{directory.path() / "verbatim.db"};
    make_store(connection);

    // The limit on the size of files holds for a process, so a child takes it.
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit tiny{200'000, 200'000};
        if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) ::_exit(2);

        support::recording_log  log;
        group_recorder          recorder{make_store(connection), log};
        boost::asio::io_context io;
        unsigned                done     = 0;
        constexpr unsigned      together = 100, rounds = 100;
        auto                    call = [&](unsigned n) -> sdk::task<> {
            const auto ledger = recorder.open();
            ledger->add(testing::sample_row(n));
            co_await ledger->flushed(ledger::no_deadline);
            ++done;
        };
        for (unsigned round = 0; round < rounds; ++round)
        {
            for (unsigned n = 0; n < together; ++n)
                boost::asio::co_spawn(io, call(round * together + n), boost::asio::detached);
            io.run();
            io.restart();
        }
        const recorder_statistics end = recorder.statistics();
        if (done != together * rounds) ::_exit(3);
        if (end.lost == 0 || end.written == 0 || end.lost + end.written != done) ::_exit(4);
        if (log.count("error usage_row_lost") != end.lost) ::_exit(5);
        recorder.stop();
        if (stored(connection).size() != end.written) ::_exit(6);
        ::_exit(0);
    }
    int status = -1;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_REQUIRE(WIFEXITED(status));
    BOOST_TEST(WEXITSTATUS(status) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
