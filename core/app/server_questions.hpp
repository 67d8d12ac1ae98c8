#pragma once

#include "llm/model_client.hpp"
#include "recording/durable_recorder.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <future>

namespace verbatim::core::app {

/// Asks the servers of models what they report about themselves, until each has answered. The start does not wait for
/// it. See llm::model_client::ask_servers().
class server_questions
{
public:
    /// Call at most once. The questions run on the thread of `context`, which this object outlives, and the references
    /// outlive their end.
    void start(boost::asio::io_context& context, llm::model_client& models, recording::durable_recorder& usage,
               sdk::log& log);

    /// Cancels questions and waits at most `timeout` for their end, while the thread of `context` runs. [waits]
    void stop(std::chrono::milliseconds timeout) noexcept;

private:
    static sdk::task<> run(llm::model_client& models, recording::durable_recorder& usage, sdk::log& log);

    boost::asio::io_context*         context_ = nullptr; ///< null before start()
    boost::asio::cancellation_signal cancel_;            ///< used on the thread of the context
    std::promise<void>               ended_;
};

} // namespace verbatim::core::app
