#pragma once

#include "recording/durable_recorder.hpp"
#include "recording/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

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
    static constexpr std::chrono::seconds default_shutdown_timeout{5};

    group_recorder(std::unique_ptr<store> target, sdk::log& log,
                   std::chrono::milliseconds shutdown_timeout = default_shutdown_timeout);
    ~group_recorder() override; ///< stops

    std::shared_ptr<ledger> open() override;

    recorder_statistics statistics() const noexcept override;
    void                stop() noexcept override;

private:
    class row_writer;
    std::shared_ptr<row_writer> writer_; ///< shared with the ledgers, which may live longer
};

} // namespace verbatim::core::recording
