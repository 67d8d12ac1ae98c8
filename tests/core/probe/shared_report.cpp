#include "probe/shared_report.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::probe;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// Runs end when the test says so. Runs and clients share one thread.
struct shared_report_fixture
{
    sdk::task<report> run()
    {
        const auto number = std::to_string(++runs);
        if (throws) throw std::bad_alloc{};
        if (waits) co_await gate.async_wait(asio::use_awaitable);
        report result{.checks = {}, .rows = {}};
        result.checks.push_back({.name = "run " + number, .model = {}, .cause = {}});
        co_return result;
    }

    /// A client that adds what it gets to `received`.
    void request(asio::cancellation_slot slot = {})
    {
        asio::co_spawn(context, shared.get(),
                       asio::bind_cancellation_slot(
                           slot, [this](const std::exception_ptr& failure, std::optional<shared_report::dated> dated) {
                               if (failure) received.push_back("cancelled");
                               else if (!dated) received.push_back("none");
                               else
                                   received.push_back(dated->content.checks.at(0).name + ", " +
                                                      std::to_string(dated->age.count()) + " s");
                           }));
        context.restart();
        context.poll();
    }

    asio::io_context                 context{1};
    asio::steady_timer               gate{context, shared_report::clock::time_point::max()};
    bool                             waits  = false;
    bool                             throws = false;
    int                              runs   = 0;
    shared_report::clock::time_point now{1h};
    std::vector<std::string>         received;
    shared_report                    shared{context, [this] { return run(); }, [this] { return now; }};
};

using texts = std::vector<std::string>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(shared_probe_report, shared_report_fixture)

BOOST_AUTO_TEST_CASE(a_report_is_reused_for_30_seconds)
{
    request();
    now += 29s;
    request();
    now += 1s;
    request();
    BOOST_TEST(received == (texts{"run 1, 0 s", "run 1, 29 s", "run 2, 0 s"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(clients_share_the_run_in_progress)
{
    waits = true;
    request();
    now += 40s;
    request();
    BOOST_TEST(received.empty());
    BOOST_TEST(runs == 1);
}

BOOST_AUTO_TEST_CASE(a_client_that_disconnects_does_not_end_the_run)
{
    waits = true;
    asio::cancellation_signal signal;
    request(signal.slot());
    request();
    signal.emit(asio::cancellation_type::terminal);
    context.restart();
    context.poll();
    BOOST_TEST(received == texts{"cancelled"}, boost::test_tools::per_element());

    shared.cancel();
    context.restart();
    context.poll();
    BOOST_TEST(received == (texts{"cancelled", "none"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_that_throws_leaves_no_report_and_is_not_repeated_at_once)
{
    throws = true;
    request();
    request();
    throws = false;
    now += 30s;
    request();
    BOOST_TEST(received == (texts{"none", "none", "run 2, 0 s"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_run_starts_after_cancellation)
{
    request();
    shared.cancel();
    now += 1h;
    request();
    BOOST_TEST(runs == 1);
    BOOST_TEST(received == (texts{"run 1, 0 s", "none"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
