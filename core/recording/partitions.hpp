#pragma once

#include "recording/usage_row.hpp"

#include <chrono>
#include <set>
#include <span>

namespace verbatim::core::database {
class session;
}

namespace verbatim::core::recording {

/// The monthly partitions of llm_calls in PostgreSQL. A month of UTC that has none is given one; nobody who reads or
/// writes is kept waiting meanwhile. Several processes may do so at once.
class partitions
{
public:
    /// Every month that these rows need is there afterwards, as far as this object knows: it asks once for each month.
    void ensure(database::session& db, std::span<const usage_row> rows);

    /// The same, asking the database again: somebody may have dropped one. True when at least one was missing.
    bool ensure_again(database::session& db, std::span<const usage_row> rows);

    /// This month and the next two; looks at the calendar at most once an hour. What fails is tried an hour later:
    /// cover() comes before any row.
    void create_ahead(database::session& db, std::chrono::system_clock::time_point now);

private:
    std::set<std::chrono::year_month>     existing_;
    std::chrono::system_clock::time_point next_check_{};
};

} // namespace verbatim::core::recording
