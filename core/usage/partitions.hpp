#pragma once

#include "usage/attempt.hpp"

#include <chrono>
#include <set>
#include <span>

namespace verbatim::core::database {
class session;
}

namespace verbatim::core::usage {

/// The monthly partitions of llm_calls in PostgreSQL. A month of UTC that has none is given one; nobody who reads or
/// writes is kept waiting meanwhile. Several processes may do so at once.
class partitions
{
public:
    /// Every month that these rows need is there afterwards, as far as this object knows: it asks once for each month.
    void cover(database::session& on, std::span<const attempt> rows);

    /// The same, asking the database again: somebody may have dropped one. True when at least one was missing.
    bool cover_again(database::session& on, std::span<const attempt> rows);

    /// This month and the next two; looks at the calendar at most once an hour. What fails is tried an hour later:
    /// cover() comes before any row.
    void make_ahead(database::session& on, std::chrono::system_clock::time_point now);

private:
    std::set<std::chrono::year_month>     known_;
    std::chrono::system_clock::time_point next_look_{};
};

} // namespace verbatim::core::usage
