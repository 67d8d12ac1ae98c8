#include "gateway/deadline.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <variant>

namespace asio = boost::asio;
namespace sdk  = verbatim::sdk;
using verbatim::core::gateway::run_with_deadline;
using clock_ = std::chrono::steady_clock;

namespace {

const auto long_ago = clock_::now() - std::chrono::hours{1};
const auto far_away = clock_::now() + std::chrono::hours{1};

sdk::erased_value run(sdk::task<sdk::erased_value> work)
{
    asio::io_context                                    context;
    std::variant<std::exception_ptr, sdk::erased_value> outcome;
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr failed, sdk::erased_value result) {
        if (failed) outcome = failed;
        else outcome = std::move(result);
    });
    context.run();
    if (auto* failed = std::get_if<std::exception_ptr>(&outcome)) std::rethrow_exception(*failed);
    return std::move(std::get<sdk::erased_value>(outcome));
}

sdk::task<sdk::erased_value> at_once() { co_return sdk::erase_type(std::string{"done"}); }
sdk::task<sdk::erased_value> failing()
{
    co_await asio::this_coro::executor;
    throw std::runtime_error{"broken"};
}

sdk::task<sdk::erased_value> endless(bool& cancelled)
{
    asio::steady_timer never{co_await asio::this_coro::executor, far_away};
    try
    {
        co_await never.async_wait(asio::use_awaitable);
    }
    catch (const boost::system::system_error&)
    {
        cancelled = true;
        throw;
    }
    co_return sdk::erased_value{};
}

} // namespace

BOOST_AUTO_TEST_SUITE(deadline)

BOOST_AUTO_TEST_CASE(work_that_ends_in_time_returns_its_response)
{
    const auto result = run(run_with_deadline(far_away, at_once()));

    BOOST_TEST(*static_cast<const std::string*>(result.get()) == "done");
}

BOOST_AUTO_TEST_CASE(an_exception_of_work_is_rethrown)
{
    BOOST_CHECK_THROW(run(run_with_deadline(far_away, failing())), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(work_past_its_deadline_is_cancelled_and_reported_as_a_timeout)
{
    bool cancelled = false;

    try
    {
        run(run_with_deadline(long_ago, endless(cancelled)));
        BOOST_FAIL("it ended");
    }
    catch (const sdk::error& failure)
    {
        BOOST_TEST((failure.code() == sdk::errc::analysis_timeout));
    }
    BOOST_TEST(cancelled);
}

BOOST_AUTO_TEST_SUITE_END()
