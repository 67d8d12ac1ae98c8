#pragma once

#include "probe/report.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <optional>

namespace verbatim::core::probe {

/// Runs a probe for all clients that request one, and keeps its report for 30 s. Used on the thread of its io_context.
class shared_report
{
public:
    using clock = std::chrono::steady_clock;

    static constexpr std::chrono::seconds min_interval{30}; ///< between the starts of two runs

    struct dated
    {
        report               content;
        std::chrono::seconds age{0}; ///< since the run
    };

    shared_report(boost::asio::io_context& context, std::function<sdk::task<report>()> run,
                  std::function<clock::time_point()> now = &clock::now);

    /// The last report, or that of a new run if it is too old. Waits for a run in progress. None after cancel(), and if
    /// a run ends by an exception. Cancellation throws, and does not end the run. [may wait]
    sdk::task<std::optional<dated>> get();

    /// Cancels a run in progress, and prevents further ones. Returns whether a run is in progress.
    bool cancel();

private:
    void start();
    bool is_due() const;

    boost::asio::io_context&           context_;
    std::function<sdk::task<report>()> run_;
    std::function<clock::time_point()> now_;
    boost::asio::steady_timer          finished_; ///< expires at the end of a run
    boost::asio::cancellation_signal   cancellation_;
    std::optional<report>              last_;
    std::optional<clock::time_point>   last_start_;
    bool                               is_running_   = false;
    bool                               is_cancelled_ = false;
};

} // namespace verbatim::core::probe
