#pragma once

#include "database/connection_info.hpp"
#include "embedding/engine.hpp"
#include "exec/threads.hpp"
#include "llm/model_client.hpp"
#include "probe/shared_report.hpp"
#include "recording/durable_recorder.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <chrono>
#include <optional>

namespace verbatim::core::probe {

/// Calls each model connection, the embedder and the database when an operator requests it, on its own thread. Calls of
/// models are accounted for.
class prober
{
public:
    /// The references outlive the prober.
    struct dependencies
    {
        llm::model_client&           models;
        embedding::engine*           embedder; ///< null without one
        recording::durable_recorder& usage;
        database::connection_info    database;
        sdk::log&                    log;
    };

    explicit prober(dependencies services);
    ~prober();
    prober(const prober&)            = delete;
    prober& operator=(const prober&) = delete;

    /// A report that is at most shared_report::min_interval old; none after stop(). Resumes on the awaiting executor.
    /// Cancellation throws. [any thread] [may wait]
    sdk::task<std::optional<shared_report::dated>> get();

    /// Cancels a run in progress, and waits at most `timeout` for its end. Its attempts are recorded as cancelled.
    /// [waits]
    void stop(std::chrono::milliseconds timeout) noexcept;

private:
    sdk::task<report> run();
    sdk::task<>       cancel();
    void              log(const report& result) const;

    dependencies             services_;
    boost::asio::thread_pool database_thread_{1};
    exec::threads            thread_{1, "probe"};
    shared_report            shared_;
};

} // namespace verbatim::core::probe
