#pragma once

#include "usage/durable_recorder.hpp"
#include "usage/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::usage {

/// Writes what has come, at once, and gathers what comes meanwhile for the next commit: alone a row waits for nobody,
/// and under load thousands share one flush of the disk. Has a thread of its own.
///
/// While somebody else keeps the database locked the rows wait and are tried again until it is free, for that passes;
/// a WARNING line tells of it. Any other row that cannot be written is counted as lost and told by an ERROR line, and
/// its caller goes on. One row that the schema refuses takes no other with it.
///
/// The executors of coroutines that wait in settled() have to outlive the recorder, or it has to be stopped before
/// them.
class group_recorder final : public durable_recorder
{
public:
    /// What the end waits for a database that is locked; then the rows are lost.
    static constexpr std::chrono::seconds longest_goodbye{5};

    group_recorder(std::unique_ptr<store> to, sdk::log& log, std::chrono::milliseconds goodbye = longest_goodbye);
    ~group_recorder() override; ///< stops

    std::shared_ptr<ledger> open() override;

    figures counted() const noexcept override;
    void    stop() noexcept override;

private:
    class desk;
    std::shared_ptr<desk> desk_; ///< shared with the ledgers, which may live longer
};

} // namespace verbatim::core::usage
