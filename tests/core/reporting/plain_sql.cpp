#include "core/reporting/plain_sql.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace verbatim::core::reporting::testing {

namespace {

using name  = std::pair<std::string, std::string>;
using block = sdk::usage_statistics;

constexpr const char*             measures[]{"call_duration_ms", "input_tokens", "output_tokens", "elapsed_ms"};
constexpr sdk::usage_distribution block::*spreads[]{&block::duration_ms, &block::input_tokens, &block::output_tokens,
                                                    &block::elapsed_ms};
constexpr std::size_t                     measure_count = std::size(measures);

template <class Number>
Number number(const std::optional<std::string>& text)
{
    Number value{};
    if (text) std::from_chars(text->data(), text->data() + text->size(), value);
    return value;
}

/// The rows in scope, or their invocations with the same columns.
std::string source(database::dialect dialect, const sdk::usage_window& within, const std::optional<std::string>& tenant,
                   bool of_invocations)
{
    const bool is_sqlite = dialect == database::dialect::sqlite;
    const auto moment    = [&](std::int64_t at) {
        return is_sqlite ? std::to_string(at)
                            : "timestamptz 'epoch' + interval '1 microsecond' * " + std::to_string(at);
    };
    std::string where = " from llm_calls where true";
    if (within.from) where += " and timestamp >= " + moment(*within.from);
    if (within.to) where += " and timestamp < " + moment(*within.to);
    if (tenant) where += " and tenant_id = '" + *tenant + "'";

    const std::string cost   = is_sqlite ? "cost_micro_usd" : "cost_usd";
    std::string       select = "select tenant_id, operation";
    if (!of_invocations)
    {
        select += ", model, status = 'error' as failed, " + cost +
                  " as cost, case when priced then 0 else 1 end as unpriced, case when status = 'ok' then "
                  "cached_tokens else 0 end as cached, call_duration_ms, input_tokens, output_tokens, "
                  "call_duration_ms as elapsed_ms";
        return "(" + select + where + ") as r";
    }
    const std::string start = is_sqlite ? "timestamp" : "cast(extract(epoch from timestamp) * 1000000 as bigint)";
    select += ", min(case when status = 'error' then 1 else 0 end) = 1 as failed, sum(" + cost +
              ") as cost, max(case when priced then 0 else 1 end) as unpriced, "
              "sum(case when status = 'ok' then cached_tokens else 0 end) as cached, (max(" +
              start + " + call_duration_ms * 1000) - min(" + start + ")) / 1000 as elapsed_ms";
    for (const char* measure : {"call_duration_ms", "input_tokens", "output_tokens"})
        select += std::string{", sum("} + measure + ") filter (where status = 'ok') as " + measure;
    return "(" + select + where + " group by tenant_id, operation, call_id) as r";
}

using blocks = std::map<std::pair<int, name>, block>; ///< by grouping set: 0 both, 1 tenant, 2 operation, 3 neither

blocks of_postgresql(database::session& session, const std::string& from)
{
    std::string select =
        "select grouping(operation, tenant_id), tenant_id, operation, count(*), "
        "count(*) filter (where failed), cast(sum(cost) * 1000000 as bigint), sum(unpriced), sum(cached)";
    for (const std::string measure : measures)
    {
        const std::string good       = " filter (where not failed)";
        const auto        percentile = [&](const char* share) {
            return ", percentile_cont(" + std::string{share} + ") within group (order by " + measure + ")" + good;
        };
        select += ", avg(" + measure + ")" + good + ", min(" + measure + ")" + good + ", max(" + measure + ")" + good +
                  percentile("0.05") + percentile("0.95") + ", sum(" + measure + ")" + good;
    }
    select += " from " + from + " group by grouping sets ((tenant_id, operation), (tenant_id), (operation), ())";

    blocks blocks_by_key;
    for (const auto& row : session.select(select, 8 + 6 * measure_count, {}))
    {
        const int set = number<int>(row[0]) == 0 ? 0 : number<int>(row[0]) == 2 ? 1 : number<int>(row[0]) == 1 ? 2 : 3;
        auto&     target      = blocks_by_key[{set, {row[1].value_or(""), row[2].value_or("")}}];
        target.total_calls    = number<std::int64_t>(row[3]);
        target.failed_calls   = number<std::int64_t>(row[4]);
        target.cost_micro_usd = number<std::int64_t>(row[5]);
        target.unpriced_calls = number<std::int64_t>(row[6]);
        target.cached_tokens  = number<std::int64_t>(row[7]);
        for (std::size_t n = 0; n < measure_count; ++n)
        {
            const auto* column = &row[8 + 6 * n];
            target.*spreads[n] = {.avg   = number<double>(column[0]),
                                  .min   = number<double>(column[1]),
                                  .max   = number<double>(column[2]),
                                  .p5    = number<double>(column[3]),
                                  .p95   = number<double>(column[4]),
                                  .total = number<std::int64_t>(column[5])};
        }
    }
    return blocks_by_key;
}

blocks of_sqlite(database::session& session, const std::string& from)
{
    struct grouping
    {
        const char* tenant;
        const char* operation;
    };
    constexpr grouping sets[]{{"tenant_id", "operation"}, {"tenant_id", "''"}, {"''", "operation"}, {"''", "''"}};

    blocks blocks_by_key;
    for (int set = 0; set < 4; ++set)
    {
        const std::string tenant = sets[set].tenant, operation = sets[set].operation;
        for (const auto& row : session.select(
                 "select " + tenant + ", " + operation +
                     ", count(*), sum(failed), sum(cost), sum(unpriced), sum(cached) from " + from + " group by 1, 2",
                 7, {}))
        {
            auto& target          = blocks_by_key[{set, {row[0].value(), row[1].value()}}];
            target.total_calls    = number<std::int64_t>(row[2]);
            target.failed_calls   = number<std::int64_t>(row[3]);
            target.cost_micro_usd = number<std::int64_t>(row[4]);
            target.unpriced_calls = number<std::int64_t>(row[5]);
            target.cached_tokens  = number<std::int64_t>(row[6]);
        }
        for (std::size_t n = 0; n < measure_count; ++n)
        {
            const auto percentile = [](const std::string& share) {
                const auto rank = share + " * (c - 1)", below = "cast(" + rank + " as integer)";
                return ", total(case when i = " + below + " then v * (1 - (" + rank + " - " + below +
                       ")) when i = " + below + " + 1 then v * (" + rank + " - " + below + ") end)";
            };
            const std::string each = tenant + " as t, " + operation + " as o, " + measures[n] + " as v";
            const std::string over = "over (partition by " + tenant + ", " + operation;
            for (const auto& row : session.select(
                     "select t, o, avg(v), min(v), max(v)" + percentile("0.05") + percentile("0.95") +
                         ", sum(v) from (select " + each + ", row_number() " + over + " order by " + measures[n] +
                         ") - 1 as i, count(*) " + over + ") as c from " + from + " where not failed) group by 1, 2",
                     8, {}))
                blocks_by_key[{set, {row[0].value(), row[1].value()}}].*
                    spreads[n] = {.avg   = number<double>(row[2]),
                                  .min   = number<double>(row[3]),
                                  .max   = number<double>(row[4]),
                                  .p5    = number<double>(row[5]),
                                  .p95   = number<double>(row[6]),
                                  .total = number<std::int64_t>(row[7])};
        }
    }
    return blocks_by_key;
}

std::vector<sdk::usage_of_model> models_of(database::session& session, const std::string& from)
{
    const bool        is_sqlite = session.sql_dialect() == database::dialect::sqlite;
    const std::string cost      = is_sqlite ? "sum(cost)" : "cast(sum(cost) * 1000000 as bigint)";

    std::vector<sdk::usage_of_model> models;
    for (const auto& row : session.select("select model, count(*), count(*) filter (where failed), " + cost +
                                              ", sum(input_tokens) filter (where not failed), sum(output_tokens) "
                                              "filter (where not failed), sum(unpriced), sum(cached) from " +
                                              from + " group by model",
                                          8, {}))
        models.push_back({.model          = row[0].value(),
                          .total_calls    = number<std::int64_t>(row[1]),
                          .failed_calls   = number<std::int64_t>(row[2]),
                          .cost_micro_usd = number<std::int64_t>(row[3]),
                          .input_tokens   = number<std::int64_t>(row[4]),
                          .output_tokens  = number<std::int64_t>(row[5]),
                          .unpriced_calls = number<std::int64_t>(row[6]),
                          .cached_tokens  = number<std::int64_t>(row[7])});
    std::ranges::sort(models, {}, &sdk::usage_of_model::model);
    return models;
}

} // namespace

sdk::usage_report report_by_plain_sql(database::session& session, sdk::usage_window within,
                                      const std::optional<std::string>& tenant)
{
    const auto dialect = session.sql_dialect();
    const auto select  = dialect == database::dialect::sqlite ? &of_sqlite : &of_postgresql;
    const auto calls   = select(session, source(dialect, within, tenant, true));
    const auto of_rows = source(dialect, within, tenant, false);
    const auto rows    = select(session, of_rows);

    sdk::usage_report report;
    for (const auto& [key, invocations] : calls)
    {
        const auto& [set, named] = key;
        sdk::usage_group group{named.first, named.second, {invocations, rows.at(key)}};
        if (set == 0) report.tenant_operations.push_back(std::move(group));
        else if (set == 1) report.tenants.push_back(std::move(group));
        else if (set == 2) report.operations.push_back(std::move(group));
        else report.total = group.totals;
    }
    report.models = models_of(session, of_rows);
    return report;
}

} // namespace verbatim::core::reporting::testing
