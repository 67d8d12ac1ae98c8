#include "reporting/retention.hpp"

#include "reporting/rollup_tables.hpp"
#include "reporting/usage_rows.hpp"

#include "database/inspection.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::reporting {
namespace {

/// Few enough that writers wait for some ten milliseconds.
constexpr std::int64_t rows_of_batch = 1'000;

deletion delete_batch(database::session& db, std::int64_t end)
{
    const database::parameter values[] = {{"end", end}, {"count", rows_of_batch}};
    const auto deleted = db.execute("delete from llm_calls where (timestamp, attempt_id) in (select timestamp, "
                                    "attempt_id from llm_calls where timestamp < :end order by timestamp limit :count)",
                                    values);
    return {deleted, deleted == rows_of_batch};
}

deletion drop_partition(database::session& db, std::int64_t end)
{
    const auto rows = db.select(
        "select 1 where drop_llm_calls_partition(" + time_literal(database::dialect::postgresql, end) + ")", 1, {});
    return {static_cast<std::int64_t>(rows.size()), !rows.empty()};
}

} // namespace

std::int64_t retention_limit(database::session& db, std::int64_t days)
{
    return database::microseconds_now(db) - days * 24 * microseconds_of_hour;
}

deletion delete_rows(database::session& db, std::int64_t limit)
{
    const auto end = std::min(limit, read_state(db).rows_from);
    return db.sql_dialect() == database::dialect::sqlite ? delete_batch(db, end) : drop_partition(db, end);
}

} // namespace verbatim::core::reporting
