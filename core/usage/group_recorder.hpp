#pragma once

#include "usage/ledger.hpp"
#include "usage/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <cstdint>
#include <memory>

namespace verbatim::core::usage {

/// Counts since start, for metrics.
struct figures
{
    std::uint64_t written = 0; ///< rows
    std::uint64_t lost    = 0; ///< rows
    std::uint64_t commits = 0;
    std::uint64_t pending = 0; ///< rows entered and neither written nor lost yet
};

/// Writes what has come, at once, and gathers what comes meanwhile for the next commit: alone a row waits for nobody,
/// and under load thousands share one flush of the disk. Has a thread of its own.
///
/// A row that cannot be written is counted as lost and told by an ERROR line, and its caller goes on. One row that the
/// schema refuses takes no other with it.
///
/// The executors of coroutines that wait in settled() have to outlive the recorder, or it has to be stopped before
/// them.
class group_recorder final : public recorder
{
public:
    group_recorder(std::unique_ptr<store> to, sdk::log& log);
    ~group_recorder() override; ///< stops

    std::shared_ptr<ledger> open() override;

    figures counted() const noexcept; ///< [any thread]

    /// Writes what it has, releases who waits and ends its thread. Rows entered later are counted as lost. [any thread
    /// but its own]
    void stop() noexcept;

private:
    class desk;
    std::shared_ptr<desk> desk_; ///< shared with the ledgers, which may live longer
};

} // namespace verbatim::core::usage
