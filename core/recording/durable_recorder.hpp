#pragma once

#include "recording/ledger.hpp"

#include <cstdint>

namespace verbatim::core::recording {

/// What a recorder has done since start, for metrics.
struct recorder_statistics
{
    std::uint64_t written = 0; ///< rows, straight to the database
    std::uint64_t lost    = 0; ///< rows
    std::uint64_t commits = 0; ///< of rows written straight
    std::uint64_t pending = 0; ///< rows entered and not safe yet; calls wait for them

    std::uint64_t stored_in_outbox = 0;    ///< rows that went to the outbox
    std::uint64_t outbox_rows      = 0;    ///< of them, and of an earlier process, still there
    bool          database_up      = true; ///< as far as the last statement tells
};

/// A recorder that runs, as the process holds it.
class durable_recorder : public recorder
{
public:
    virtual recorder_statistics statistics() const noexcept = 0; ///< [any thread]

    /// Makes what it has safe, releases who waits and ends its threads. Rows entered later are counted as lost. [any
    /// thread but its own]
    virtual void stop() noexcept = 0;
};

} // namespace verbatim::core::recording
