#include "limits/lease_table.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <optional>

namespace verbatim::core::limits {

namespace {

using database::parameter;
using sdk::calendar::text_of;
using std::chrono::sys_days;

/// Of a column with a date that this server wrote.
sys_days day_of(const std::optional<std::string>& column)
{
    return sdk::calendar::parse_date(column.value_or("")).value_or(sys_days{});
}

/// With `condition`, the leases and the costs of rows in a month.
std::string leases_where(const std::string& condition)
{
    const auto where = " where day >= :first and day < :end" + condition;
    return "select tenant_id, server_id, cast(day as text), max(leased), max(used), max(renewed), max(recorded) from ("
           "select tenant_id, server_id, day, leased, used, renewed_at as renewed, 0 as recorded from budget_leases" +
           where + " union all select tenant_id, server_id, day, 0, 0, 0, cost_micro_usd from tenant_costs" + where +
           ") as entries group by tenant_id, server_id, day";
}
constexpr std::size_t lease_columns = 7;

lease lease_of(const database::row& row)
{
    const std::chrono::microseconds renewed{database::parse_integer(row[5])};
    return {.server_id = row[1].value_or(""),
            .day       = day_of(row[2]),
            .leased    = database::parse_integer(row[3]),
            .used      = database::parse_integer(row[4]),
            .renewed   = std::chrono::sys_time<std::chrono::microseconds>{renewed},
            .recorded  = database::parse_integer(row[6])};
}

/// Until the end of the transaction. SQLite has one writer at a time. The locks are taken in the order of their
/// numbers, so that servers with other groups of tenants cannot deadlock.
void lock_tenants(database::session& db, std::span<const lease_table::lease_change> changes,
                  std::optional<std::chrono::milliseconds> lock_wait)
{
    if (db.sql_dialect() == database::dialect::sqlite) return;
    if (lock_wait) db.run("set local lock_timeout = " + std::to_string(lock_wait->count()));
    boost::json::array tenants;
    for (const auto& change : changes) tenants.emplace_back(change.tenant_id);
    const auto      text = boost::json::serialize(tenants);
    const parameter values[]{{"tenants", text}};
    // The first number is the bytes of "vbud", to avoid other users of advisory locks in this database.
    db.select("select cast(pg_advisory_xact_lock(x'76627564'::int, number) as text) "
              "from (select distinct hashtext(tenant) as number "
              "from json_array_elements_text(cast(:tenants as json)) as tenant order by number) as numbers",
              1, values);
}

void write(database::session& db, std::string_view tenant_id, const lease& entry)
{
    const auto      day = text_of(entry.day);
    const parameter values[]{
        {"tenant", tenant_id},       {"day", day},
        {"server", entry.server_id}, {"leased", entry.leased},
        {"used", entry.used},        {"renewed", std::int64_t{entry.renewed.time_since_epoch().count()}}};
    db.execute("insert into budget_leases (tenant_id, day, server_id, leased, used, renewed_at) "
               "values (:tenant, :day, :server, :leased, :used, :renewed) "
               "on conflict (tenant_id, day, server_id) do update "
               "set leased = excluded.leased, used = excluded.used, renewed_at = excluded.renewed_at",
               values);
}

} // namespace

std::vector<lease> lease_table::read(database::session& db, std::string_view tenant_id, sys_days day)
{
    const auto         first = text_of(first_of_month(day));
    const auto         end   = text_of(next_month(day));
    const parameter    values[]{{"tenant", tenant_id}, {"first", first}, {"end", end}};
    std::vector<lease> leases;
    for (const auto& row : db.select(leases_where(" and tenant_id = :tenant"), lease_columns, values))
        leases.push_back(lease_of(row));
    return leases;
}

std::map<std::string, std::vector<lease>, std::less<>>
lease_table::read_all(database::session& db, std::span<const std::string> tenant_ids, sys_days day)
{
    const auto      first  = text_of(first_of_month(day));
    const auto      end    = text_of(next_month(day));
    const auto      list   = boost::json::serialize(boost::json::array(tenant_ids.begin(), tenant_ids.end()));
    const auto      listed = db.sql_dialect() == database::dialect::sqlite
                                 ? "select value from json_each(:tenants)"
                                 : "select json_array_elements_text(cast(:tenants as json))";
    const parameter values[]{{"tenants", list}, {"first", first}, {"end", end}};
    std::map<std::string, std::vector<lease>, std::less<>> tenants;
    for (const auto& row :
         db.select(leases_where(" and tenant_id in (" + std::string{listed} + ")"), lease_columns, values))
        tenants[row[0].value_or("")].push_back(lease_of(row));
    return tenants;
}

void lease_table::change(database::session& db, std::span<const lease_change> changes,
                         std::optional<std::chrono::milliseconds> lock_wait)
{
    database::transaction transaction{db};
    lock_tenants(db, changes, lock_wait);
    for (const auto& change : changes)
        write(db, change.tenant_id, change.decide(read(db, change.tenant_id, change.day)));
    transaction.commit();
}

void lease_table::remove_old(database::session& db, sys_days day)
{
    const auto      first = text_of(first_of_month(first_of_month(day) - std::chrono::days{1}));
    const parameter values[]{{"first", first}};
    db.execute("delete from budget_leases where day < :first", values);
}

} // namespace verbatim::core::limits
