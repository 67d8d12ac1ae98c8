#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <memory>

namespace verbatim::core::gateway {

/// Is informed when work is abandoned. Used on the thread of the work.
class abandonment_observer
{
public:
    virtual ~abandonment_observer() = default;

    virtual void on_abandoned() noexcept = 0; ///< the awaiting coroutine has stopped waiting
    virtual void on_late_end() noexcept  = 0; ///< abandoned work has ended after all
};

/// How long cancelled work may still run before it is abandoned.
inline constexpr std::chrono::seconds cancellation_grace{1};

/// Runs `work` on `executor` until it ends, `deadline` passes or the awaiting coroutine is cancelled. Then cancels it
/// and waits for its end, at most `grace`. Throws sdk::error{analysis_timeout} after the deadline, and
/// operation_aborted when cancelled work is abandoned.
///
/// Abandoned work is not stopped. Its frames live until its code returns; then its result is discarded. `work` must own
/// all it refers to. `executor` runs on the thread of the awaiting coroutine. [may wait]
sdk::task<sdk::erased_value> run_with_deadline(std::chrono::steady_clock::time_point deadline,
                                               boost::asio::any_io_executor executor, sdk::task<sdk::erased_value> work,
                                               std::shared_ptr<abandonment_observer> observer,
                                               std::chrono::milliseconds             grace = cancellation_grace);

} // namespace verbatim::core::gateway
