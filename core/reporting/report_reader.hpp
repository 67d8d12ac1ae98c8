#pragma once

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/session.hpp"
#include "database/session_pool.hpp"
#include "exec/fair_queue.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <boost/asio/thread_pool.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::reporting {

struct report_settings
{
    std::size_t max_rows = 5'000'000; ///< USAGE_REPORT_MAX_ROWS
};

void declare(sdk::schema_builder& schema, report_settings& s);

/// Computes reports from the database, on two sessions and threads of its own. A long report therefore blocks neither
/// the I/O threads, nor the pool, nor the recorder. Further reports queue: a tenant uses one session at a time, tenants
/// take turns, and reports of all tenants count as those of one more tenant.
///
/// Connects with the first report. A database that cannot be opened, or whose state fails the report
/// (database::is_state), is usage_backend_unavailable; any other database error is internal_error. The error kind is
/// the error's note. A window with more than `max_rows` rows or max_series_periods periods is a validation_error.
/// Cancelling the call interrupts its statement and ends the wait with boost::system::system_error (operation_aborted).
class report_reader final : public sdk::usage_reader
{
public:
    static constexpr database::timeouts default_timeouts{.statement = std::chrono::seconds{90},
                                                         .lock      = std::chrono::seconds{5}};

    /// Reports of one tenant that may wait; further ones fail with overloaded.
    static constexpr std::size_t max_waiting_of_tenant = 200;

    /// `log` is borrowed until stop().
    report_reader(database::connection_info connection, sdk::log& log, database::timeouts timeouts = default_timeouts,
                  report_settings limits = {});
    ~report_reader() override; ///< calls stop()

    sdk::task<sdk::usage_report> report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                        std::optional<sdk::usage_period> period = std::nullopt) override;

    /// Makes running and later reports fail, and ends the threads. The executors of waiting coroutines must still
    /// exist. [any thread except its own]
    void stop() noexcept;

private:
    sdk::usage_report read(const sdk::usage_window& window, std::optional<std::string_view> tenant,
                           std::optional<sdk::usage_period> period, const std::stop_token& cancelled);

    const report_settings    limits_;
    database::session_pool   sessions_;
    database::outage_log     outage_;
    exec::fair_queue         queue_;
    boost::asio::thread_pool threads_;
};

/// The report over a window, of one tenant or of all, and the series of `period`: from roll-ups, and from the rows of
/// hours without current ones. Reads one snapshot, so that all values count the same rows. `p5` and `p95` have the
/// relative error of sketches, all else is exact. Throws database::failure, or sdk::error{validation_error} if it has
/// to read more than `max_rows` rows, or if the series has too many periods.
sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows = SIZE_MAX, std::optional<sdk::usage_period> period = {});

} // namespace verbatim::core::reporting
