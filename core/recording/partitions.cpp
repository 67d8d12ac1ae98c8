#include "recording/partitions.hpp"

#include "recording/row_json.hpp"

#include "database/session.hpp"

#include <string>

namespace verbatim::core::recording {
namespace {

using std::chrono::year_month;

year_month month_of(std::chrono::system_clock::time_point time)
{
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(time)};
    return day.year() / day.month();
}

std::set<year_month> months_of(std::span<const usage_row> rows)
{
    std::set<year_month> months;
    for (const usage_row& row : rows) months.insert(month_of(storable_time(row.started)));
    return months;
}

/// YYYY_MM or YYYY-MM; storable years have four digits.
std::string format_month(year_month month, char separator)
{
    const auto number = std::to_string(unsigned{month.month()});
    return std::to_string(int{month.year()}) + separator + (number.size() == 1 ? "0" : "") + number;
}

/// The first moment of the month, as an SQL literal.
std::string start_of(year_month month) { return '\'' + format_month(month, '-') + "-01 00:00:00+00'"; }

bool exists(database::session& db, const std::string& subquery)
{
    return db.select("select 1 where exists (" + subquery + ")", 1, {}).size() == 1;
}

/// False: the partition exists already.
bool create(database::session& db, year_month month)
{
    const std::string name = "llm_calls_" + format_month(month, '_');
    // A partition that an operator detached keeps its name; the new one then gets a number.
    const std::string matches_name = "relname ~ '^" + name + "(_[0-9]+)?$'";

    database::transaction transaction{db};
    db.run("select pg_advisory_xact_lock(x'7061727469746e73'::bigint)"); // the bytes of "partitns"
    if (exists(db, "select 1 from pg_inherits join pg_class on oid = inhrelid "
                   "where inhparent = cast('llm_calls' as regclass) and " +
                       matches_name))
        return false;
    std::string free_name = name;
    for (int n = 2; exists(db, "select 1 where to_regclass('" + free_name + "') is not null"); ++n)
        free_name = name + '_' + std::to_string(n);
    // Creating and then attaching blocks only another attach. `create table … partition of` would wait for all reports,
    // and all inserts for it.
    db.run("create table " + free_name + " (like llm_calls including all); alter table llm_calls attach partition " +
           free_name + " for values from (" + start_of(month) + ") to (" + start_of(month + std::chrono::months{1}) +
           ")");
    transaction.commit();
    return true;
}

} // namespace

void partitions::ensure(database::session& db, std::span<const usage_row> rows)
{
    for (const year_month month : months_of(rows))
    {
        if (existing_.contains(month)) continue;
        create(db, month);
        existing_.insert(month);
    }
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
    for (int ahead = 0; ahead <= 2; ++ahead)
    {
        const year_month month = month_of(now) + std::chrono::months{ahead};
        if (existing_.contains(month)) continue;
        create(db, month);
        existing_.insert(month);
    }
}

} // namespace verbatim::core::recording
