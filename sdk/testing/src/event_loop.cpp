#include "verbatim/testing/event_loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <thread>

namespace verbatim::testing {

void event_loop::finish(sdk::task<> task)
{
    using clock              = std::chrono::steady_clock;
    bool               ended = false;
    std::exception_ptr failure;
    const auto         on_end = [&](std::exception_ptr thrown) {
        ended   = true;
        failure = std::move(thrown);
    };
    context_.restart();
    boost::asio::co_spawn(context_, std::move(task), boost::asio::bind_cancellation_slot(cancellation_.slot(), on_end));
    turns_        = 0;
    longest_turn_ = {};
    // Not a performance limit: work left after a minute waits for an event that never occurs.
    const auto end = clock::now() + std::chrono::minutes{1};
    while (!context_.stopped() && clock::now() < end)
    {
        const auto start = clock::now();
        excluded_        = {};
        if (context_.poll_one() == 0) // a wait is no turn
        {
            std::this_thread::sleep_for(std::chrono::microseconds{100});
            continue;
        }
        longest_turn_ = std::max<std::chrono::nanoseconds>(longest_turn_, clock::now() - start - excluded_);
        if (++turns_ != cancelled_turn_) continue;
        cancellation_.emit(boost::asio::cancellation_type::terminal); // queues the cancellation
        if (on_cancel_) boost::asio::post(context_, on_cancel_);
    }
    if (!ended) throw std::logic_error{"the task did not end within a minute"};
    if (!context_.stopped()) throw std::logic_error{"the task left work behind"};
    if (failure) std::rethrow_exception(failure);
}

} // namespace verbatim::testing
