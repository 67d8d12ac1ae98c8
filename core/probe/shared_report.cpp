#include "probe/shared_report.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <utility>

namespace verbatim::core::probe {

namespace asio = boost::asio;

shared_report::shared_report(asio::io_context& context, std::function<sdk::task<report>()> run,
                             std::function<clock::time_point()> now)
    : context_{context}
    , run_{std::move(run)}
    , now_{std::move(now)}
    , finished_{context}
{}

sdk::task<std::optional<shared_report::dated>> shared_report::get()
{
    if (is_due()) start();
    if (is_running_) co_await finished_.async_wait(asio::as_tuple(asio::use_awaitable));
    if (is_running_) throw boost::system::system_error{asio::error::operation_aborted};
    if (!last_ || is_cancelled_) co_return std::nullopt;
    co_return dated{*last_, std::chrono::duration_cast<std::chrono::seconds>(now_() - *last_start_)};
}

bool shared_report::cancel()
{
    is_cancelled_ = true;
    cancellation_.emit(asio::cancellation_type::terminal);
    return is_running_;
}

bool shared_report::is_due() const
{
    return !is_running_ && !is_cancelled_ && (!last_start_ || now_() - *last_start_ >= min_interval);
}

void shared_report::start()
{
    is_running_ = true;
    last_start_ = now_();
    last_.reset();
    finished_.expires_at(clock::time_point::max());
    asio::co_spawn(
        context_, run_(),
        asio::bind_cancellation_slot(cancellation_.slot(), [this](std::exception_ptr failure, report result) {
            if (!failure) last_ = std::move(result);
            is_running_ = false;
            finished_.expires_at(clock::time_point::min());
        }));
}

} // namespace verbatim::core::probe
