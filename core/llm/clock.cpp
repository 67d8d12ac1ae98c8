#include "llm/clock.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

class machine_clock final : public clock
{
public:
    std::chrono::steady_clock::time_point now() const noexcept override { return std::chrono::steady_clock::now(); }

    std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept override
    {
        return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    }

    sdk::task<> sleep(std::chrono::milliseconds duration) override
    {
        const auto         executor = co_await asio::this_coro::executor;
        asio::steady_timer timer{executor, duration};
        co_await timer.async_wait(asio::use_awaitable);
    }
};

} // namespace

clock& system_clock()
{
    static machine_clock instance;
    return instance;
}

} // namespace verbatim::core::llm
