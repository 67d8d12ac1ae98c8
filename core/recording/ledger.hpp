#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

/// The usage rows of one call on their way to disk. Shared by the call and by attempts that outlive it (cancelled
/// ones).
class ledger
{
public:
    virtual ~ledger() = default;

    /// Queues the row for writing and returns at once. A row of the error class `unfinished` announces an attempt, and
    /// the next row with its id and start replaces it. Never throws. [any thread]
    virtual void add(usage_row row) noexcept = 0;

    static constexpr auto no_deadline = std::chrono::steady_clock::time_point::max();

    /// Completes when every row added so far is durable, or counted and logged as lost, and at `deadline` at the
    /// latest; the recorder then continues to write the remaining rows. Returns whether all of them are durable.
    /// Completes at once without rows, with true. Not cancellable: a response is not sent before its rows are durable.
    /// [call's thread] [may wait]
    ///
    /// Asio does not let a coroutine that was already cancelled start a wait, this one included, unless the coroutine
    /// called throw_if_cancelled(false).
    virtual sdk::task<bool> flushed(std::chrono::steady_clock::time_point deadline) = 0;
};

/// Accepts usage rows. One per process.
class recorder
{
public:
    virtual ~recorder() = default;

    virtual std::shared_ptr<ledger> open() = 0; ///< a ledger for a new call [any thread]
};

} // namespace verbatim::core::recording
