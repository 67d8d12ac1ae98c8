#pragma once

#include "recording/ledger.hpp"

#include <chrono>
#include <cstdint>

namespace verbatim::core::recording {

/// Counters of a recorder since its start, for metrics. All count rows unless noted.
struct recorder_statistics
{
    std::uint64_t written = 0; ///< committed to the database without passing the outbox
    std::uint64_t lost    = 0;
    std::uint64_t commits = 0; ///< commits (not rows) of the rows in `written`
    std::uint64_t pending = 0; ///< added and not durable yet; calls wait for them

    std::uint64_t stored_in_outbox = 0;
    std::uint64_t outbox_rows      = 0;    ///< in the outbox now, those of an earlier process included
    std::uint64_t damaged_outboxes = 0;    ///< files (not rows) that were renamed
    bool          database_up      = true; ///< outcome of the last write, or of the last check while no rows arrive

    std::chrono::duration<double> database_latency{0}; ///< seconds that this write or check took
    std::chrono::duration<double> outbox_age{0};       ///< since the start of the oldest attempt in the outbox
};

/// How often an idle recorder checks its database.
inline constexpr std::chrono::milliseconds database_check_interval{15'000};

/// A recorder with its life cycle and counters, as the process owns it. The executors of coroutines that wait in
/// ledger::flushed() must outlive the recorder, or it must be stopped first.
class durable_recorder : public recorder
{
public:
    virtual recorder_statistics statistics() const noexcept = 0; ///< [any thread]

    /// Makes pending rows durable, releases the calls that wait and ends the threads. Rows added later are counted as
    /// lost. [any thread except the recorder's own]
    virtual void stop() noexcept = 0;
};

} // namespace verbatim::core::recording
