#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

/// The rows of one call on their way to disk. Shared by the call and by attempts that outlive it (a cancelled one).
class ledger
{
public:
    virtual ~ledger() = default;

    /// Takes the row and returns at once; writing goes on elsewhere. Never throws. [any thread]
    virtual void add(usage_row row) noexcept = 0;

    /// The time until which a call waits that has all the time there is.
    static constexpr auto no_deadline = std::chrono::steady_clock::time_point::max();

    /// Ends when every row entered so far is durable, or its loss has been counted and logged; or when `latest` is
    /// there, and then a row that is still waited for is tried on. Returns at once when there is none. Not cancellable:
    /// a reply is not sent before its rows are safe. [call's thread] [may wait]
    /// Asio lets no coroutine that was cancelled already begin a wait, this one included, unless it has said
    /// throw_if_cancelled(false).
    virtual sdk::task<> flushed(std::chrono::steady_clock::time_point deadline) = 0;
};

/// Where rows go. One for the process.
class recorder
{
public:
    virtual ~recorder() = default;

    virtual std::shared_ptr<ledger> open() = 0; ///< [any thread]
};

} // namespace verbatim::core::recording
