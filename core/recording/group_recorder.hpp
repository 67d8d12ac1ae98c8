#pragma once

#include "recording/durable_recorder.hpp"
#include "recording/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

/// Writes rows with group commit: a single row is written at once, and rows that arrive during a commit share the next
/// one. Under load thousands of rows share one flush of the disk. Has a thread of its own.
///
/// While another process keeps the database locked, rows wait and are retried until it is free. Any other row that
/// cannot be written is lost: counted, logged, and its call continues. A row that the schema rejects does not affect
/// others.
class group_recorder final : public durable_recorder
{
public:
    /// How long stop() waits for a locked database before its rows are lost.
    static constexpr std::chrono::seconds default_shutdown_timeout{5};

    group_recorder(std::unique_ptr<store> target, sdk::log& log,
                   std::chrono::milliseconds shutdown_timeout = default_shutdown_timeout,
                   std::chrono::milliseconds check_interval   = database_check_interval);
    ~group_recorder() override; ///< calls stop()

    std::shared_ptr<ledger> open() override;

    recorder_statistics statistics() const noexcept override;
    void                stop() noexcept override;

private:
    class row_writer;
    std::shared_ptr<row_writer> writer_; ///< shared with the ledgers, which may outlive the recorder
};

} // namespace verbatim::core::recording
