#include "gateway/deadline.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

namespace asio = boost::asio;
namespace sdk  = verbatim::sdk;
using verbatim::core::gateway::abandonment_observer;
using verbatim::core::gateway::run_with_deadline;
using clock_ = std::chrono::steady_clock;

namespace {

class counting_observer final : public abandonment_observer
{
public:
    void on_abandoned() noexcept override { ++abandoned; }
    void on_late_end() noexcept override { ++late_ends; }

    int abandoned = 0;
    int late_ends = 0;
};

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

sdk::task<sdk::erased_value> within(clock_::time_point deadline, sdk::task<sdk::erased_value> work,
                                    std::shared_ptr<counting_observer> observer = std::make_shared<counting_observer>(),
                                    std::chrono::milliseconds          grace    = std::chrono::hours{1})
{
    const auto executor = co_await asio::this_coro::executor;
    auto       result   = run_with_deadline(deadline, executor, std::move(work), std::move(observer), grace);
    co_return co_await std::move(result);
}

/// Ends `ended` only when `released` is cancelled, whatever becomes of its call.
sdk::task<sdk::erased_value> uncancellable(std::shared_ptr<asio::steady_timer>& released, bool& ended)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    released = std::make_shared<asio::steady_timer>(co_await asio::this_coro::executor, far_away);
    co_await released->async_wait(
        asio::bind_cancellation_slot(asio::cancellation_slot{}, asio::as_tuple(asio::use_awaitable)));
    ended = true;
    co_return sdk::erase_type(std::string{"late"});
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
    const auto result = run(within(far_away, at_once()));

    BOOST_TEST(*static_cast<const std::string*>(result.get()) == "done");
}

BOOST_AUTO_TEST_CASE(an_exception_of_work_is_rethrown)
{
    BOOST_CHECK_THROW(run(within(far_away, failing())), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(work_past_its_deadline_is_cancelled_and_reported_as_a_timeout)
{
    bool cancelled = false;

    try
    {
        run(within(long_ago, endless(cancelled)));
        BOOST_FAIL("it ended");
    }
    catch (const sdk::error& failure)
    {
        BOOST_TEST((failure.code() == sdk::errc::analysis_timeout));
    }
    BOOST_TEST(cancelled);
}

BOOST_AUTO_TEST_CASE(work_that_ignores_its_cancellation_is_abandoned_and_lives_until_it_ends)
{
    asio::io_context                    context;
    const auto                          observer = std::make_shared<counting_observer>();
    std::shared_ptr<asio::steady_timer> released;
    bool                                ended = false;
    std::exception_ptr                  failure;
    auto work = within(long_ago, uncancellable(released, ended), observer, std::chrono::milliseconds{0});
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr error, sdk::erased_value) { failure = error; });
    while (!failure) context.run_one();

    BOOST_CHECK_EXCEPTION(std::rethrow_exception(failure), sdk::error,
                          [](const sdk::error& error) { return error.code() == sdk::errc::analysis_timeout; });
    BOOST_TEST(observer->abandoned == 1);
    BOOST_TEST(!ended);

    released->cancel();
    context.run();
    BOOST_TEST(ended);
    BOOST_TEST(observer->late_ends == 1);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_waits_for_work_that_ends_soon)
{
    asio::io_context          context;
    asio::cancellation_signal cancellation;
    const auto                observer  = std::make_shared<counting_observer>();
    bool                      cancelled = false;
    std::exception_ptr        failure;
    auto                      ended = [&](std::exception_ptr error, sdk::erased_value) { failure = error; };
    asio::co_spawn(context, within(far_away, endless(cancelled), observer),
                   asio::bind_cancellation_slot(cancellation.slot(), ended));
    asio::post(context, [&] { cancellation.emit(asio::cancellation_type::all); });
    context.run();

    BOOST_TEST(cancelled);
    BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
    BOOST_TEST(observer->abandoned == 0);
}

BOOST_AUTO_TEST_SUITE_END()
