#pragma once

#include "recording/usage_row.hpp"

#include <chrono>
#include <set>
#include <span>

namespace verbatim::core::database {
class session;
}

namespace verbatim::core::recording {

/// Creates the monthly partitions (UTC) of llm_calls in PostgreSQL, without blocking readers or writers. Several
/// processes may do so at once.
class partitions
{
public:
    /// Creates the partitions that these rows need. Checks each month once per object. Throws database::failure.
    void ensure(database::session& db, std::span<const usage_row> rows);

    /// The same, ignoring earlier checks, because an operator may drop partitions. True: a partition was missing.
    bool ensure_again(database::session& db, std::span<const usage_row> rows);

    /// Creates the partitions of this month and the next two, at most once an hour. A failure may be ignored: ensure()
    /// runs before every write.
    void create_ahead(database::session& db, std::chrono::system_clock::time_point now);

private:
    void ensure(database::session& db, std::chrono::year_month month);

    std::set<std::chrono::year_month>     existing_;     ///< as far as this object knows
    std::chrono::system_clock::time_point next_check_{}; ///< of create_ahead(), also after a failure
};

} // namespace verbatim::core::recording
