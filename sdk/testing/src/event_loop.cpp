#include "verbatim/testing/event_loop.hpp"

#include <boost/asio/co_spawn.hpp>

#include <chrono>

namespace verbatim::testing {

void event_loop::finish(sdk::task<> task)
{
    bool               ended = false;
    std::exception_ptr failure;
    context_.restart();
    boost::asio::co_spawn(context_, std::move(task), [&](std::exception_ptr thrown) {
        ended   = true;
        failure = std::move(thrown);
    });
    // Not a performance limit: work left after a minute waits for an event that never occurs.
    context_.run_for(std::chrono::minutes{1});
    if (!ended) throw std::logic_error{"the task did not end within a minute"};
    if (!context_.stopped()) throw std::logic_error{"the task left work behind"};
    if (failure) std::rethrow_exception(failure);
}

} // namespace verbatim::testing
