#include "app/server_questions.hpp"

#include "auth/keyring.hpp"
#include "exec/random.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <string>

namespace verbatim::core::app {

namespace asio = boost::asio;

namespace {

/// Of one round of questions. A model on a CPU that is being loaded answers its first call within it.
constexpr std::chrono::minutes round_limit{2};

constexpr std::chrono::seconds first_wait{5}, longest_wait{60};

} // namespace

void server_questions::start(asio::io_context& context, llm::model_client& models, recording::durable_recorder& usage,
                             sdk::log& log)
{
    context_ = &context;
    // An exception is cancellation or a lack of memory: the settings then apply as they are.
    asio::co_spawn(
        context, run(models, usage, log),
        asio::bind_cancellation_slot(cancel_.slot(), [this](const std::exception_ptr&) { ended_.set_value(); }));
}

void server_questions::stop(std::chrono::milliseconds timeout) noexcept
try
{
    if (!context_) return;
    asio::post(*context_, [this] { cancel_.emit(asio::cancellation_type::all); });
    ended_.get_future().wait_for(timeout);
}
catch (...) // out of memory: the questions end with their thread
{}

sdk::task<> server_questions::run(llm::model_client& models, recording::durable_recorder& usage, sdk::log& log)
{
    asio::steady_timer timer{co_await asio::this_coro::executor};
    for (auto wait = first_wait;; wait = std::min(2 * wait, longest_wait))
    {
        const llm::call_context caller{.tenant_id  = std::string{auth::operator_tenant},
                                       .operation  = "probe",
                                       .request_id = exec::make_time_ordered_uuid(),
                                       .deadline   = std::chrono::steady_clock::now() + round_limit,
                                       .ledger     = usage.open(),
                                       .log        = log};
        if (co_await models.ask_servers(caller)) co_return;
        timer.expires_after(wait);
        co_await timer.async_wait(asio::use_awaitable);
    }
}

} // namespace verbatim::core::app
