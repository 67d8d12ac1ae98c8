#include "reporting/usage_rows.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <vector>

namespace verbatim::core::reporting {
namespace {

/// `from` and `where` of a statement on the rows of a window.
std::string rows_of(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant)
{
    const bool  is_sqlite = dialect == database::dialect::sqlite;
    std::string text      = " from llm_calls where true";
    if (window.from) text += is_sqlite ? " and timestamp >= :from" : " and timestamp >= cast(:from as timestamptz)";
    if (window.to) text += is_sqlite ? " and timestamp < :to" : " and timestamp < cast(:to as timestamptz)";
    if (filter_tenant) text += " and tenant_id = :tenant";
    return text;
}

/// The parameters of a report statement. PostgreSQL gets times as text: its own conversion from microseconds goes
/// through floating point.
class window_parameters
{
public:
    window_parameters(database::dialect dialect, sdk::usage_window window, std::optional<std::string_view> tenant)
    {
        if (window.from) add(dialect, "from", *window.from, from_);
        if (window.to) add(dialect, "to", *window.to, to_);
        if (tenant) values_.push_back({"tenant", *tenant});
    }
    window_parameters(const window_parameters&)            = delete;
    window_parameters& operator=(const window_parameters&) = delete;

    std::span<const database::parameter> values() const noexcept { return values_; }

private:
    void add(database::dialect dialect, const char* name, std::int64_t time, std::string& text)
    {
        text = utc_text(time);
        if (dialect == database::dialect::sqlite) values_.push_back({name, time});
        else values_.push_back({name, std::string_view{text}});
    }

    std::string                      from_, to_;
    std::vector<database::parameter> values_;
};

/// Streamed times of PostgreSQL count from 2000-01-01.
constexpr std::int64_t epoch_of(database::dialect dialect) noexcept
{
    return dialect == database::dialect::sqlite ? 0 : 946'684'800'000'000;
}

} // namespace

std::string utc_text(std::int64_t time)
{
    const sdk::date_time utc{time, true};
    return declare(utc).print(&utc);
}

call_key call_in(const database::streamed_row& row, std::size_t column)
{
    const auto call = parse_call_key(row.bytes(column));
    if (!call) throw database::failure{database::error_kind::corrupt};
    return *call;
}

std::string time_literal(database::dialect dialect, std::int64_t time)
{
    return dialect == database::dialect::sqlite ? std::to_string(time) : "timestamptz '" + utc_text(time) + "'";
}

std::string hour_of(database::dialect dialect, const std::string& expression)
{
    if (dialect == database::dialect::sqlite) return "(" + expression + " - " + expression + " % 3600000000)";
    return "(cast(extract(epoch from date_trunc('hour', " + expression + ", 'UTC')) as bigint) * 1000000)";
}

std::optional<sdk::usage_window> read_row_bounds(database::session& db, const sdk::usage_window& window,
                                                 std::optional<std::string_view> tenant)
{
    const auto              dialect = db.sql_dialect();
    const window_parameters parameters{dialect, window, tenant};
    const auto              outer_time = [&](const std::string& aggregate) {
        const auto time = "(select " + aggregate + "(timestamp)" + rows_of(dialect, window, tenant.has_value()) + ")";
        return dialect == database::dialect::sqlite ? time
                                                                 : "cast(extract(epoch from " + time + ") * 1000000 as bigint)";
    };
    // In two subqueries, so that SQLite looks up both by index.
    const auto row = db.select("select " + outer_time("min") + ", " + outer_time("max"), 2, parameters.values()).at(0);
    if (!row[0] || !row[1]) return std::nullopt;
    return sdk::usage_window{.from = database::parse_integer(row[0]), .to = database::parse_integer(row[1]) + 1};
}

std::string report_statement(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant)
{
    const bool  is_sqlite = dialect == database::dialect::sqlite;
    std::string text      = "select tenant_id, operation, call_id, call_duration_ms, input_tokens, output_tokens, ";
    text += is_sqlite ? "cost_micro_usd" : "cast(cost_usd * 1000000 as bigint)";
    // The schema sets error_class if and only if the status is `error`; a null test is cheaper than comparing texts.
    text += ", error_class is not null, cached_tokens, priced, timestamp, model";
    return text + rows_of(dialect, window, filter_tenant);
}

void stream_rows(database::session& db, const sdk::usage_window& window, std::optional<std::string_view> tenant,
                 const std::function<void(const report_row&)>& on_row)
{
    const auto              dialect = db.sql_dialect();
    const window_parameters parameters{dialect, window, tenant};
    const auto              to_report_row = [&](const database::streamed_row& row) {
        return report_row{.tenant_id      = row.bytes(0),
                                       .operation      = row.bytes(1),
                                       .call           = call_in(row, 2),
                                       .started        = row.integer(10) + epoch_of(dialect),
                                       .duration_ms    = static_cast<std::int32_t>(row.integer(3)),
                                       .input_tokens   = static_cast<std::int32_t>(row.integer(4)),
                                       .output_tokens  = static_cast<std::int32_t>(row.integer(5)),
                                       .cost_micro_usd = row.integer(6),
                                       .failed         = row.integer(7) != 0,
                                       .cached_tokens  = static_cast<std::int32_t>(row.integer(8)),
                                       .priced         = row.integer(9) != 0,
                                       .model          = row.bytes(11)};
    };
    db.stream(report_statement(dialect, window, tenant.has_value()), parameters.values(),
              [&](const database::streamed_row& row) { on_row(to_report_row(row)); });
}

} // namespace verbatim::core::reporting
