#include "reporting/report_query.hpp"

#include "reporting/report_builder.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <string>
#include <vector>

namespace verbatim::core::reporting {
namespace {

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
        const sdk::date_time utc{time, true};
        text = declare(utc).print(&utc);
        if (dialect == database::dialect::sqlite) values_.push_back({name, time});
        else values_.push_back({name, std::string_view{text}});
    }

    std::string                      from_, to_;
    std::vector<database::parameter> values_;
};

report_row to_report_row(const database::streamed_row& row)
{
    const auto call = parse_call_key(row.bytes(2));
    if (!call) throw database::failure{database::error_kind::corrupt};
    return {.tenant_id      = row.bytes(0),
            .operation      = row.bytes(1),
            .call           = *call,
            .started        = row.integer(10),
            .duration_ms    = static_cast<std::int32_t>(row.integer(3)),
            .input_tokens   = static_cast<std::int32_t>(row.integer(4)),
            .output_tokens  = static_cast<std::int32_t>(row.integer(5)),
            .cost_micro_usd = row.integer(6),
            .failed         = row.integer(7) != 0,
            .cached_tokens  = static_cast<std::int32_t>(row.integer(8)),
            .priced         = row.integer(9) != 0};
}

[[noreturn]] void reject_window(std::size_t max_rows)
{
    throw sdk::validation_error{"from", "The window holds more than " + std::to_string(max_rows) +
                                            " model calls; a shorter one is needed"};
}

} // namespace

std::string report_statement(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant)
{
    const bool  is_sqlite = dialect == database::dialect::sqlite;
    std::string text      = "select tenant_id, operation, call_id, call_duration_ms, input_tokens, output_tokens, ";
    text += is_sqlite ? "cost_micro_usd" : "cast(cost_usd * 1000000 as bigint)";
    // The schema sets error_class if and only if the status is `error`; a null test is cheaper than comparing texts.
    text += ", error_class is not null, cached_tokens, priced, timestamp from llm_calls where true";
    if (window.from) text += is_sqlite ? " and timestamp >= :from" : " and timestamp >= cast(:from as timestamptz)";
    if (window.to) text += is_sqlite ? " and timestamp < :to" : " and timestamp < cast(:to as timestamptz)";
    if (filter_tenant) text += " and tenant_id = :tenant";
    return text;
}

sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows)
{
    const window_parameters parameters{db.sql_dialect(), window, tenant};
    report_builder          builder;
    std::size_t             rows = 0;
    db.stream(report_statement(db.sql_dialect(), window, tenant.has_value()), parameters.values(),
              [&](const database::streamed_row& row) {
                  if (++rows > max_rows) reject_window(max_rows);
                  builder.add(to_report_row(row));
              });
    return builder.report();
}

} // namespace verbatim::core::reporting
