#include "http/response_stream.hpp"

#include "http/session.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

response_stream::response_stream(session& owner)
    : session_{owner}
    , wakeup_{owner.worker_->context(), never}
{}

sdk::task<> response_stream::begin(response head)
{
    begun_        = true;
    head.streamed = true;
    if (session_.is_answered_.exchange(true)) session_.close();
    session_.response_due_ = session_.worker_->deadline_after({}); // a client finds the rest elsewhere
    session_.output_.push(std::move(head), {.date = session_.worker_->date(), .close = true}, true);
    co_await wait_for_output();
}

sdk::task<> response_stream::send(std::string bytes)
{
    session_.output_.push_bytes(bytes);
    co_await wait_for_output();
}

sdk::task<> response_stream::wait_for_output()
{
    waiting_ = true;
    session_.run();
    while (waiting_) co_await wakeup_.async_wait(asio::as_tuple(asio::use_awaitable));
}

void response_stream::resume_if_ready()
{
    if (!waiting_ || !session_.output_.empty()) return;
    waiting_           = false;
    session_.deadline_ = never;
    wakeup_.cancel();
}

} // namespace verbatim::core::http
