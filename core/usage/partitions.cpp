#include "usage/partitions.hpp"

#include "usage/row_text.hpp"

#include "database/session.hpp"

#include <cstdio>
#include <string>

namespace verbatim::core::usage {
namespace {

using month = std::chrono::year_month;

month month_of(std::chrono::system_clock::time_point when)
{
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(when)};
    return day.year() / day.month();
}

std::set<month> months_of(std::span<const attempt> rows)
{
    std::set<month> all;
    for (const attempt& one : rows) all.insert(month_of(storable(one.started)));
    return all;
}

/// As YYYY_MM or YYYY-MM; storable years have four digits.
std::string text(month one, char between)
{
    char written[32];
    std::snprintf(written, sizeof written, "%04d%c%02u", int{one.year()}, between, unsigned{one.month()});
    return written;
}

/// The moment it begins, for SQL.
std::string begin_of(month one) { return '\'' + text(one, '-') + "-01 00:00:00+00'"; }

bool there_is(database::session& on, const std::string& what)
{
    return on.select("select 1 where exists (" + what + ")", 1, {}).size() == 1;
}

/// False: there is one.
bool make(database::session& on, month one)
{
    const std::string name = "llm_calls_" + text(one, '_');
    // A partition that an operator has taken off keeps its name; the new one then gets a number.
    const std::string ours = "relname ~ '^" + name + "(_[0-9]+)?$'";

    database::transaction change{on};
    on.run("select pg_advisory_xact_lock(x'7061727469746e73'::bigint)"); // "partitns", as bytes
    if (there_is(on, "select 1 from pg_inherits join pg_class on oid = inhrelid "
                     "where inhparent = cast('llm_calls' as regclass) and " +
                         ours))
        return false;
    std::string free = name;
    for (int n = 2; there_is(on, "select 1 where to_regclass('" + free + "') is not null"); ++n)
        free = name + '_' + std::to_string(n);
    // Made first and attached then: that locks out nobody but another who does the same. `partition of` would wait for
    // every report, and every insert for it.
    on.run("create table " + free + " (like llm_calls including all); alter table llm_calls attach partition " + free +
           " for values from (" + begin_of(one) + ") to (" + begin_of(one + std::chrono::months{1}) + ")");
    change.commit();
    return true;
}

} // namespace

void partitions::cover(database::session& on, std::span<const attempt> rows)
{
    for (const month one : months_of(rows))
    {
        if (known_.contains(one)) continue;
        make(on, one);
        known_.insert(one);
    }
}

bool partitions::cover_again(database::session& on, std::span<const attempt> rows)
{
    bool missing = false;
    for (const month one : months_of(rows)) missing = make(on, one) || missing;
    return missing;
}

void partitions::make_ahead(database::session& on, std::chrono::system_clock::time_point now)
{
    if (now < next_look_) return;
    next_look_ = now + std::chrono::hours{1};
    for (int ahead = 0; ahead <= 2; ++ahead)
    {
        const month one = month_of(now) + std::chrono::months{ahead};
        if (known_.contains(one)) continue;
        make(on, one);
        known_.insert(one);
    }
}

} // namespace verbatim::core::usage
