#pragma once

#include "database/connection_info.hpp"
#include "database/session.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <chrono>
#include <cstddef>
#include <memory>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::reporting {

/// How much of the database one report may be made of.
struct report_settings
{
    std::size_t max_rows = 5'000'000; ///< USAGE_REPORT_MAX_ROWS
};

void declare(sdk::schema_builder& schema, report_settings& s);

/// Makes reports from the database. Has a few connections and as many threads of its own, so that a report, however
/// long it takes, holds up neither the I/O threads, nor the pool, nor the recorder; further ones wait their turn.
///
/// Nothing is reached before the first report. A connection that broke is made anew, once, before a report fails with
/// it. Whatever keeps the database from being reached is usage_backend_unavailable; what it then fails with, a report
/// that takes longer than `patience.statement` included, is internal_error. The class of the trouble is the error's
/// note; that the database is away is told by a WARNING line too, at most once a minute. A window with more rows than
/// the settings allow is a validation_error. The statement of a call that is cancelled is broken off, and its wait ends
/// with boost::system::system_error (operation_aborted).
class report_reader final : public sdk::usage_reader
{
public:
    static constexpr database::timeouts default_timeouts{.statement = std::chrono::seconds{90},
                                                         .lock      = std::chrono::seconds{5}};

    /// `log` is borrowed until stop.
    report_reader(database::connection_info connection, sdk::log& log, database::timeouts timeouts = default_timeouts,
                  report_settings limits = {});
    ~report_reader() override; ///< stops

    sdk::task<sdk::usage_report> report(sdk::usage_window window, std::optional<std::string_view> tenant) override;

    /// Makes the reports under way fail, and all later ones, and ends the threads. The executors of coroutines that
    /// wait for a report are still there. [any thread but its own]
    void stop() noexcept;

private:
    class worker;
    std::unique_ptr<worker> worker_;
};

} // namespace verbatim::core::reporting
