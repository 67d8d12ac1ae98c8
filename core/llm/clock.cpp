#include "llm/clock.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

class waiting_clock final : public clock
{
public:
    explicit waiting_clock(const exec::reference_clock& wall) noexcept
        : wall_{wall}
    {}

    std::chrono::steady_clock::time_point now() const noexcept override { return std::chrono::steady_clock::now(); }

    std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept override { return wall_.now(); }

    sdk::task<> sleep(std::chrono::milliseconds duration) override
    {
        const auto         executor = co_await asio::this_coro::executor;
        asio::steady_timer timer{executor, duration};
        co_await timer.async_wait(asio::use_awaitable);
    }

private:
    const exec::reference_clock& wall_;
};

} // namespace

clock& system_clock()
{
    static const exec::reference_clock wall; // has no reference
    static waiting_clock               instance{wall};
    return instance;
}

std::unique_ptr<clock> make_clock(const exec::reference_clock& wall) { return std::make_unique<waiting_clock>(wall); }

} // namespace verbatim::core::llm
