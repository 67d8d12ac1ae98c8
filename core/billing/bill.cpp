#include "billing/bill.hpp"

#include "database/inspection.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <algorithm>
#include <tuple>

namespace verbatim::core::billing {

namespace {

using std::chrono::days;
using std::chrono::months;
using std::chrono::sys_days;

/// From the end of a month to its closing time: rows may arrive late, for example from outboxes. The index
/// llm_calls_late has the same constant.
constexpr days grace{3};
/// `created_at` is the begin of the transaction that inserts the row. Readers see the row after its commit.
constexpr std::chrono::minutes max_transaction{60};

sys_days begin_of(year_month month) { return sys_days{month / 1}; }

std::string literal(database::dialect dialect, time_point time)
{
    const auto microseconds = std::to_string(time.time_since_epoch().count());
    if (dialect == database::dialect::sqlite) return microseconds;
    return "(timestamptz 'epoch' + " + microseconds + " * interval '1 microsecond')";
}

struct columns
{
    const char* month;
    const char* cost;
    const char* is_late; ///< the condition of the index llm_calls_late
};

columns columns_of(database::dialect dialect)
{
    if (dialect == database::dialect::sqlite)
        return {"strftime('%Y-%m', timestamp / 1000000, 'unixepoch')", "sum(cost_micro_usd)",
                "created_at - timestamp > 259200000000"};
    return {"to_char(timestamp at time zone 'UTC', 'YYYY-MM')", "cast(sum(cost_usd) * 1000000 as bigint)",
            "created_at - timestamp > interval '72 hours'"};
}

constexpr std::size_t column_count = 12;

std::string query(database::dialect dialect, const std::string& condition)
{
    const auto        columns = columns_of(dialect);
    const std::string ended   = "coalesce(error_class, '') <> 'unfinished'";
    return std::string{"select tenant_id, model, coalesce(key_id, ''), "} + columns.month +
           ", count(*) filter (where " + ended + "), count(error_class) filter (where " + ended +
           "), sum(input_tokens), sum(cached_tokens), sum(output_tokens), count(*) filter (where not priced and " +
           ended + "), " + columns.cost + ", count(*) filter (where error_class = 'unfinished') from llm_calls where " +
           condition + " group by 1, 2, 3, 4";
}

bill_line line_of(const database::row& row)
{
    const auto text   = [&](std::size_t column) { return row.at(column).value_or(""); };
    const auto number = [&](std::size_t column) { return database::parse_integer(row.at(column)); };
    return {.tenant_id        = text(0),
            .model            = text(1),
            .key_id           = text(2),
            .usage_month      = text(3),
            .calls            = number(4),
            .failed_calls     = number(5),
            .input_tokens     = number(6),
            .cached_tokens    = number(7),
            .output_tokens    = number(8),
            .unpriced_calls   = number(9),
            .cost_micro_usd   = number(10),
            .unfinished_calls = number(11)};
}

time_point rows_from(database::session& db)
{
    const auto rows = db.select("select rows_from from usage_rollup_state", 1, {});
    return time_point{std::chrono::microseconds{rows.empty() ? 0 : database::parse_integer(rows.at(0).at(0))}};
}

} // namespace

std::optional<year_month> parse_month(std::string_view text)
{
    const auto month    = text.size() == 7 ? sdk::calendar::parse_month(text) : std::nullopt;
    const bool has_bill = month && month->year() >= std::chrono::year{1970} && month->year() <= std::chrono::year{2254};
    return has_bill ? month : std::nullopt;
}

time_point closing_time(year_month month) { return begin_of(month + months{1}) + grace; }

bill read_bill(database::session& db, year_month month)
{
    const auto dialect = db.sql_dialect();
    const auto time    = [&](time_point moment) { return literal(dialect, moment); };
    const auto begin = time(begin_of(month)), end = time(begin_of(month + months{1}));
    const auto closing = time(closing_time(month)), closing_before = time(closing_time(month - months{1}));

    const database::snapshot snapshot{db};
    if (rows_from(db) > begin_of(month)) throw deleted_rows{};
    bill result{.month = month, .lines = {}};
    result.is_closed =
        time_point{std::chrono::microseconds{database::microseconds_now(db)}} >= closing_time(month) + max_transaction;
    const auto in_time = "timestamp >= " + begin + " and timestamp < " + end + " and created_at < " + closing;
    const auto late = "timestamp < " + begin + " and created_at >= " + closing_before + " and created_at < " + closing +
                      " and " + columns_of(dialect).is_late;
    for (const auto& condition : {in_time, late})
        for (const auto& row : db.select(query(dialect, condition), column_count, {}))
            result.lines.push_back(line_of(row));
    std::ranges::sort(result.lines, {}, [](const bill_line& line) {
        return std::tie(line.tenant_id, line.usage_month, line.model, line.key_id);
    });
    return result;
}

} // namespace verbatim::core::billing
