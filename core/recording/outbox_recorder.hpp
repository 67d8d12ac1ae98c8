#pragma once

#include "recording/durable_recorder.hpp"
#include "recording/outbox.hpp"
#include "recording/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>

namespace verbatim::core::recording {

struct outbox_timing
{
    std::chrono::milliseconds database_timeout{250}; ///< from the entry of a row until it goes to the outbox
    std::chrono::milliseconds initial_backoff{100};  ///< doubled
    std::chrono::milliseconds max_backoff{5'000};    ///< until so much
};

/// Writes rows to a database that may be away. One thread writes to it, grouping what comes meanwhile, as the
/// group_recorder does. Another watches the clock: a group that the database refuses, or has not taken within 250 ms,
/// goes to the outbox, and its calls go on. From then on rows go there at once, and the first thread replays the
/// outbox, until the database is quick again and has little to catch up with. Since a row has one id for ever and the
/// database takes an id once, a group may well arrive on both ways.
///
/// While somebody else keeps the outbox locked its rows wait, for that passes. A row that neither takes is counted as
/// lost and told by an ERROR line, and its caller goes on. A row that the database's schema refuses takes no other with
/// it.
///
/// The executors of coroutines that wait in settled() have to outlive the recorder, or it has to be stopped before
/// them.
class outbox_recorder final : public durable_recorder
{
public:
    /// `reached`: the database is known to be there; otherwise it is tried at once, in the background.
    outbox_recorder(std::unique_ptr<store> target, std::unique_ptr<outbox> fallback, bool reachable, sdk::log& log,
                    outbox_timing timing = {});
    ~outbox_recorder() override; ///< stops

    std::shared_ptr<ledger> open() override;
    recorder_statistics     statistics() const noexcept override;

    /// Rows in the outbox stay there for the next process. A statement that is under way is broken off.
    void stop() noexcept override;

private:
    class row_writer;
    std::shared_ptr<row_writer> writer_; ///< shared with the ledgers, which may live longer
};

} // namespace verbatim::core::recording
