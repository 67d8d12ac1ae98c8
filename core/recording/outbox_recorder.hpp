#pragma once

#include "recording/durable_recorder.hpp"
#include "recording/outbox.hpp"
#include "recording/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

/// When rows go to the outbox, and how often the database is retried meanwhile.
struct outbox_timing
{
    std::chrono::milliseconds database_timeout{250}; ///< from the first row of a group until it goes to the outbox
    std::chrono::milliseconds initial_backoff{100};  ///< doubled for every failed attempt
    std::chrono::milliseconds max_backoff{5'000};
    std::chrono::milliseconds check_interval = database_check_interval; ///< of the database while no rows arrive
    std::chrono::milliseconds driver_timeout{2'000}; ///< until stop() leaves a thread to a driver that hangs
};

/// Writes rows to a database that may be unavailable, and to a local outbox meanwhile.
///
/// The database thread writes groups to the database as group_recorder does. The outbox thread watches deadlines: a
/// group that the database refuses, or has not committed within `database_timeout`, goes to the outbox, and its calls
/// continue. From then on rows go directly to the outbox while the database thread replays it, until the database is
/// fast again and little is left. A group may reach the database on both routes: rows have ids, and the database stores
/// an id once.
///
/// While another process keeps the outbox locked, its rows wait. A row that neither accepts is lost: counted, logged,
/// and its call continues. A row that the database's schema rejects does not affect others.
class outbox_recorder final : public durable_recorder
{
public:
    /// `reachable`: the database was reached just now. Otherwise connecting is tried at once, in the background.
    outbox_recorder(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable, sdk::log& log,
                    outbox_timing timing = {});
    ~outbox_recorder() override; ///< calls stop()

    std::shared_ptr<ledger> open() override;
    recorder_statistics     statistics() const noexcept override;

    /// Leaves rows in the outbox for the next process. Interrupts a running statement.
    void stop() noexcept override;

private:
    class row_writer;
    std::shared_ptr<row_writer> writer_; ///< shared with the ledgers, which may outlive the recorder
};

} // namespace verbatim::core::recording
