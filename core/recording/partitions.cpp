#include "recording/partitions.hpp"

#include "recording/stored_columns.hpp"

#include "database/session.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <string>

namespace verbatim::core::recording {
namespace {

using std::chrono::year_month;

year_month month_of(std::chrono::system_clock::time_point time)
{
    return sdk::calendar::month_of(std::chrono::floor<std::chrono::days>(time));
}

std::set<year_month> months_of(std::span<const usage_row> rows)
{
    std::set<year_month> months;
    for (const usage_row& row : rows) months.insert(month_of(storable_time(row.started)));
    return months;
}

/// The first day of the month, as an SQL literal.
std::string first_day_of(year_month month) { return "date '" + sdk::calendar::text_of(month) + "-01'"; }

/// Whether the partition was missing. A function of the schema creates it, because the user of a running server may
/// lack the rights to.
bool create(database::session& db, year_month month)
{
    const auto rows = db.select("select 1 where create_llm_calls_partition(" + first_day_of(month) + ")", 1, {});
    return !rows.empty();
}

} // namespace

void partitions::ensure(database::session& db, std::span<const usage_row> rows)
{
    for (const year_month month : months_of(rows)) ensure(db, month);
}

bool partitions::ensure_again(database::session& db, std::span<const usage_row> rows)
{
    bool created = false;
    for (const year_month month : months_of(rows)) created = create(db, month) || created;
    return created;
}

void partitions::create_ahead(database::session& db, std::chrono::system_clock::time_point now)
{
    if (now < next_check_) return;
    next_check_ = now + std::chrono::hours{1};
    for (int ahead = 0; ahead <= 2; ++ahead) ensure(db, month_of(now) + std::chrono::months{ahead});
}

void partitions::ensure(database::session& db, year_month month)
{
    if (existing_.contains(month)) return;
    create(db, month);
    existing_.insert(month);
}

} // namespace verbatim::core::recording
