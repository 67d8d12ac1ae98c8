#include "reporting/rollup_tables.hpp"

#include "reporting/failed_periods.hpp"
#include "reporting/usage_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace verbatim::core::reporting {
namespace {

using database::dialect;
using database::streamed_row;

std::string level_text(usage_period level) { return std::to_string(static_cast<int>(level)); }

/// A condition on the columns level and start, and on the tenant.
std::string condition_of(const std::vector<period_range>& ranges, std::optional<std::string_view> tenant)
{
    std::string text = " where (false";
    for (const auto& range : ranges)
        text += " or (level = " + level_text(range.level) + " and start >= " + std::to_string(range.from) +
                " and start < " + std::to_string(range.to) + ")";
    return text + (tenant ? ") and tenant_id = :tenant" : ")");
}

std::vector<database::parameter> parameters_of(std::optional<std::string_view> tenant)
{
    if (!tenant) return {};
    return {{"tenant", *tenant}};
}

/// A column of a table of roll-ups.
struct stored_column
{
    const char* name;
    const char* type; ///< in PostgreSQL
};

/// Of usage_rollups; sum_columns stand between the two lists.
constexpr std::array    first_columns{stored_column{"level", "smallint"}, stored_column{"start", "bigint"},
                                   stored_column{"tenant_id", "text"}, stored_column{"operation", "text"},
                                   stored_column{"record", "text"},    stored_column{"model", "text"},
                                   stored_column{"outcome", "text"}};
constexpr stored_column last_column{"distributions", "text"};

std::vector<stored_column> rollup_columns()
{
    std::vector<stored_column> columns{first_columns.begin(), first_columns.end()};
    for (const auto& sum : sum_columns) columns.push_back({sum.name, "bigint"});
    columns.push_back(last_column);
    return columns;
}

/// Of usage_rollup_calls.
std::vector<stored_column> part_columns()
{
    return {{"level", "smallint"},      {"start", "bigint"},         {"tenant_id", "text"},
            {"operation", "text"},      {"call_id", "uuid"},         {"duration_ms", "bigint"},
            {"input_tokens", "bigint"}, {"output_tokens", "bigint"}, {"first_start", "bigint"},
            {"last_end", "bigint"},     {"any_ok", "boolean"},       {"any_unpriced", "boolean"}};
}

std::string names_of(std::span<const stored_column> columns)
{
    std::string text;
    for (const auto& column : columns) text.append(text.empty() ? "" : ", ").append(column.name);
    return text;
}

void read_parts(database::session& db, const std::vector<period_range>& ranges, std::optional<std::string_view> tenant,
                const rollup_target& target)
{
    db.stream("select " + names_of(part_columns()) + " from usage_rollup_calls" + condition_of(ranges, tenant),
              parameters_of(tenant), [&](const streamed_row& row) {
                  const invocations::sums part{.of_ok        = {row.integer(5), row.integer(6), row.integer(7)},
                                               .begin        = row.integer(8),
                                               .end          = row.integer(9),
                                               .any_ok       = row.integer(10) != 0,
                                               .any_unpriced = row.integer(11) != 0};
                  target.part_of(row.integer(1), call_in(row, 4), row.bytes(2), row.bytes(3)).add(part);
              });
}

/// Runs a statement on the elements of a JSON array, in the place of `:elements`.
void insert_elements(database::session& db, const std::string& statement, const std::string& json)
{
    const database::parameter values[] = {{"elements", std::string_view{json}}};
    db.execute(statement, values);
}

/// `insert into table (columns) select element 0, element 1, … from the array`.
std::string insert_statement(dialect dialect, const std::string& table, std::span<const stored_column> columns)
{
    std::string values;
    for (std::size_t n = 0; n < columns.size(); ++n)
    {
        const auto value = "value ->> " + std::to_string(n);
        values += (n == 0 ? "" : ", ") +
                  (dialect == dialect::sqlite ? value : "cast(" + value + " as " + std::string{columns[n].type} + ")");
    }
    return "insert into " + table + " (" + names_of(columns) + ") select " + values +
           (dialect == dialect::sqlite ? " from json_each(:elements)"
                                       : " from jsonb_array_elements(cast(:elements as jsonb)) as e (value)");
}

void replace(database::session& db, const encoded_period& period)
{
    const auto condition =
        condition_of({{period.level, period.start, period_end(period.level, period.start)}}, std::nullopt);
    db.run("delete from usage_rollups" + condition + "; delete from usage_rollup_calls" + condition);
    const auto dialect = db.sql_dialect();
    insert_elements(db, insert_statement(dialect, "usage_rollups", rollup_columns()), period.rollups);
    if (period.parts != "[]")
        insert_elements(db, insert_statement(dialect, "usage_rollup_calls", part_columns()), period.parts);
}

void remove_marks(database::session& db, const std::vector<std::int64_t>& ids)
{
    constexpr std::size_t at_a_time = 1'000;
    for (std::size_t first = 0; first < ids.size(); first += at_a_time)
    {
        std::string list;
        for (const auto id : std::span{ids}.subspan(first, std::min(at_a_time, ids.size() - first)))
            list += (list.empty() ? "" : ",") + std::to_string(id);
        db.run("delete from usage_rollup_marks where id in (" + list + ")");
    }
}

/// Waits for running writers, and blocks others until the end of the transaction: rows that are written later are late.
/// After the row of the state has been changed, as all other changes of roll-ups do first.
bool has_marked_hours_before(database::session& db, std::int64_t end)
{
    if (db.sql_dialect() == dialect::postgresql)
        db.run("set local lock_timeout = '250ms'; lock table usage_rollup_marks in share mode");
    return !db.select("select 1 from usage_rollup_marks where level = 0 and start < " + std::to_string(end) +
                          " limit 1",
                      1, {})
                .empty();
}

/// Inserts a mark of the oldest and, if it differs, one of the newest time of the marks of each period.
std::string insert_outer_marks(const std::string& marks)
{
    const std::string groups = " from " + marks + " group by level, start";
    return "insert into usage_rollup_marks (level, start, marked_at) select level, start, min(marked_at)" + groups +
           " union all select level, start, max(marked_at)" + groups + " having max(marked_at) > min(marked_at)";
}

/// Whether another row of the call lies outside the range, in the table `o` with this time column.
std::string exists_outside(const std::string& table, const std::string& condition, const std::string& column,
                           const std::string& from, const std::string& to)
{
    // `offset 0` keeps PostgreSQL from reading the whole table for a hash join.
    return "exists (select 1 from " + table + " o where o.call_id = c.call_id" + condition + " and (o." + column +
           " < " + from + " or o." + column + " >= " + to + ") limit 1 offset 0)";
}

} // namespace

void prefer_indexes(database::session& db)
{
    if (db.sql_dialect() == dialect::postgresql)
        db.run("set local enable_hashjoin = off; set local enable_mergejoin = off");
}

sdk::usage_window stored_months(database::session& db)
{
    const auto row = db.select("select (select min(start) from usage_rollups where level = 0), "
                               "(select max(start) from usage_rollups where level = 0)",
                               2, {})
                         .at(0);
    if (!row[0] || !row[1]) return {.from = 0, .to = 0};
    return {.from = period_start(usage_period::month, database::parse_integer(row[0])),
            .to   = period_end(usage_period::month, database::parse_integer(row[1]))};
}

bool try_lock(database::session& db)
{
    if (db.sql_dialect() == dialect::sqlite) return true;
    // The bytes of "roll-ups".
    return db.select("select pg_try_advisory_xact_lock(x'726f6c6c2d757073'::bigint)", 1, {}).at(0).at(0) == "t";
}

rollup_state read_state(database::session& db)
{
    const auto row = db.select("select version, built_from, rows_from from usage_rollup_state", 3, {}).at(0);
    return {.version    = database::parse_integer(row[0]),
            .built_from = database::parse_integer(row[1]),
            .rows_from  = database::parse_integer(row[2])};
}

std::vector<marked_period> read_marks(database::session& db)
{
    const std::string now =
        db.sql_dialect() == dialect::sqlite ? "unixepoch()" : "cast(extract(epoch from now()) as bigint)";
    std::vector<marked_period> marks;
    db.stream("select level, start, " + now + " - min(marked_at), " + now +
                  " - max(marked_at) from usage_rollup_marks group by level, start order by level, start",
              {}, [&](const streamed_row& row) {
                  marks.push_back(
                      {static_cast<usage_period>(row.integer(0)), row.integer(1), row.integer(2), row.integer(3)});
              });
    return marks;
}

std::vector<std::int64_t> read_mark_ids(database::session& db, usage_period level, std::int64_t start,
                                        std::size_t max_marks)
{
    std::vector<std::int64_t> ids;
    db.stream("select id from usage_rollup_marks where level = " + level_text(level) +
                  " and start = " + std::to_string(start) + " order by id limit " + std::to_string(max_marks),
              {}, [&](const streamed_row& row) { ids.push_back(row.integer(0)); });
    return ids;
}

void compact_marks(database::session& db, std::int64_t max_surplus)
{
    const auto surplus = db.select("select coalesce(sum(marks - 2), 0) from (select count(*) as marks from "
                                   "usage_rollup_marks group by level, start) as periods where marks > 2",
                                   1, {});
    if (database::parse_integer(surplus.at(0).at(0)) <= max_surplus) return;
    database::transaction transaction{db};
    if (!try_lock(db)) return;
    // A mark with a lower id may be committed later in PostgreSQL, so only deleted marks count.
    if (db.sql_dialect() == dialect::postgresql)
        db.run("with deleted as (delete from usage_rollup_marks returning *) " + insert_outer_marks("deleted"));
    else
    {
        const auto last  = db.select("select max(id) from usage_rollup_marks", 1, {}).at(0).at(0).value();
        const auto up_to = "usage_rollup_marks where id <= " + last;
        db.run(insert_outer_marks(up_to) + "; delete from " + up_to);
    }
    transaction.commit();
}

std::vector<related_hour> read_related_hours(database::session& db, const sdk::usage_window& hours)
{
    const auto                dialect = db.sql_dialect();
    const auto                from    = time_literal(dialect, *hours.from);
    const auto                to      = time_literal(dialect, *hours.to);
    std::vector<related_hour> related;
    db.stream("select d.call_id, d.hour, exists (select 1 from usage_rollup_calls p where p.call_id = d.call_id and "
              "p.level = 0 and p.start = d.hour) from (select distinct c.call_id, " +
                  hour_of(dialect, "o.timestamp") +
                  " as hour from (select distinct call_id from llm_calls where timestamp >= " + from +
                  " and timestamp < " + to +
                  ") c cross join llm_calls o where o.call_id = c.call_id and (o.timestamp < " + from +
                  " or o.timestamp >= " + to + ")) d",
              {}, [&](const streamed_row& row) {
                  related.push_back({call_in(row, 0), row.integer(1), row.integer(2) != 0});
              });
    return related;
}

rollup_target target_of(period_builder& builder)
{
    return {.at      = [&](const stored_rollup& stored) -> rollup& { return builder.at(stored.names); },
            .part_of = [&](std::int64_t, const call_key& call, std::string_view tenant, std::string_view operation)
                -> invocations::sums& { return builder.part_of(call, tenant, operation); }};
}

void read_rollups(database::session& db, const std::vector<period_range>& ranges,
                  std::optional<std::string_view> tenant, const rollup_target& target)
{
    if (ranges.empty()) return;
    db.stream("select record = 'invocation', outcome = 'error', " + names_of(rollup_columns()) + " from usage_rollups" +
                  condition_of(ranges, tenant),
              parameters_of(tenant), [&](const streamed_row& row) {
                  constexpr std::size_t named = 2; // columns before `level`
                  std::size_t           n     = named + first_columns.size();
                  stored_rollup         stored{.start = row.integer(named + 1),
                                               .names = {row.bytes(named + 2), row.bytes(named + 3), row.integer(0) != 0,
                                                         row.bytes(named + 5), row.integer(1) != 0}};
                  for (const auto& column : sum_columns) stored.sums.*column.member = row.integer(n++);
                  auto& target_rollup = target.at(stored);
                  target_rollup.sums += stored.sums;
                  auto distributions = row.bytes(n);
                  for (auto& measure : target_rollup.values) measure.merge_from(distributions);
              });
    read_parts(db, ranges, tenant, target);
}

std::int64_t count_calls(database::session& db, const period_range& range)
{
    const auto calls = db.select("select coalesce(sum(calls), 0) from usage_rollups" +
                                     condition_of({range}, std::nullopt) + " and record = 'call'",
                                 1, {});
    return database::parse_integer(calls.at(0).at(0));
}

std::vector<std::int64_t> read_hours_with_more_rows(database::session& db, const sdk::usage_window& range)
{
    const auto                dialect = db.sql_dialect();
    std::vector<std::int64_t> starts;
    db.stream("select r.hour from (select " + hour_of(dialect, "timestamp") +
                  " as hour, count(*) as calls from llm_calls where timestamp >= " +
                  time_literal(dialect, *range.from) + " and timestamp < " + time_literal(dialect, *range.to) +
                  " group by 1) r where r.calls > (select coalesce(sum(u.calls), 0) from usage_rollups u "
                  "where u.level = 0 and u.start = r.hour and u.record = 'call')",
              {}, [&](const streamed_row& row) { starts.push_back(row.integer(0)); });
    return starts;
}

std::set<call_key> read_calls_beyond(database::session& db, const period_range& range)
{
    // Outside, parts of hours count: those of a day are missing while it waits to be merged.
    const auto         dialect = db.sql_dialect();
    const auto         level   = level_text(range.level);
    const auto         from = std::to_string(range.from), to = std::to_string(range.to);
    std::set<call_key> calls;
    db.stream("select c.call_id from usage_rollup_calls c where c.level = " + level + " and c.start >= " + from +
                  " and c.start < " + to + " and (" +
                  exists_outside("usage_rollup_calls", " and o.level = 0", "start", from, to) + " or " +
                  exists_outside("llm_calls", "", "timestamp", time_literal(dialect, range.from),
                                 time_literal(dialect, range.to)) +
                  ")",
              {}, [&](const streamed_row& row) { calls.insert(call_in(row, 0)); });
    return calls;
}

encoded_period encode(usage_period level, std::int64_t start, const period_rollups& records)
{
    const auto         number = static_cast<int>(level);
    boost::json::array rollups, parts;
    for (const auto& [key, value] : records.rollups)
    {
        std::string distributions;
        for (const auto& measure : value.values) measure.append_to(distributions);
        const char* outcome = key.is_invocation ? "" : key.is_error ? "error" : "ok";
        auto&       columns =
            rollups
                .emplace_back(boost::json::array{number, start, key.tenant, key.operation,
                                                 key.is_invocation ? "invocation" : "call", key.model, outcome})
                .as_array();
        for (const auto& column : sum_columns) columns.emplace_back(value.sums.*column.member);
        columns.emplace_back(distributions);
    }
    for (const auto& [tenant, operation, sums] : records.parts)
        parts.push_back(boost::json::array{number, start, tenant, operation, to_string(sums.call), sums.of_ok[0],
                                           sums.of_ok[1], sums.of_ok[2], sums.begin, sums.end, sums.any_ok ? 1 : 0,
                                           sums.any_unpriced ? 1 : 0});
    return {level, start, boost::json::serialize(rollups), boost::json::serialize(parts)};
}

bool store(database::session& db, const rollup_change& change)
{
    database::transaction     transaction{db};
    const database::parameter values[] = {{"seen", change.seen.version},
                                          {"seen_rows_from", change.seen.rows_from},
                                          {"built_from", change.built_from.value_or(change.seen.built_from)},
                                          {"rows_from", change.rows_from.value_or(change.seen.rows_from)}};
    if (db.execute("update usage_rollup_state set version = version + 1, built_from = :built_from, "
                   "rows_from = :rows_from where version = :seen and rows_from = :seen_rows_from",
                   values) != 1)
        return false;
    if (change.rows_from && has_marked_hours_before(db, *change.rows_from)) return false;
    for (const auto& period : change.periods) with_period(period.level, period.start, [&] { replace(db, period); });
    remove_marks(db, change.processed_marks);
    for (const auto& [level, start] : change.new_marks)
        db.run("insert into usage_rollup_marks (level, start) values (" + level_text(level) + ", " +
               std::to_string(start) + ")");
    transaction.commit();
    return true;
}

} // namespace verbatim::core::reporting
