#include "usage/report_query.hpp"

#include "usage/tally.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/spelled.hpp"

#include <string>
#include <vector>

namespace verbatim::core::usage {
namespace {

/// PostgreSQL's times are given as text: its arithmetic with them goes through floating point.
class bounds
{
public:
    bounds(database::dialect speaks, sdk::usage_window within, std::optional<std::string_view> tenant)
    {
        if (within.from) add(speaks, "from", *within.from, from_);
        if (within.to) add(speaks, "to", *within.to, to_);
        if (tenant) values_.push_back({"tenant", *tenant});
    }
    bounds(const bounds&)            = delete;
    bounds& operator=(const bounds&) = delete;

    std::span<const database::parameter> values() const noexcept { return values_; }

private:
    void add(database::dialect speaks, const char* name, std::int64_t at, std::string& kept)
    {
        const sdk::date_time utc{at, true};
        kept = declare(utc).print(&utc);
        if (speaks == database::dialect::sqlite) values_.push_back({name, at});
        else values_.push_back({name, std::string_view{kept}});
    }

    std::string                      from_, to_;
    std::vector<database::parameter> values_;
};

counted_row counted(const database::passing_row& row)
{
    const auto call = call_key_of(row.bytes(2));
    if (!call) throw database::failure{database::trouble::corrupt};
    return {.tenant_id      = row.bytes(0),
            .operation      = row.bytes(1),
            .call           = *call,
            .duration_ms    = static_cast<std::int32_t>(row.integer(3)),
            .input_tokens   = static_cast<std::int32_t>(row.integer(4)),
            .output_tokens  = static_cast<std::int32_t>(row.integer(5)),
            .cost_micro_usd = row.integer(6),
            .failed         = row.integer(7) != 0};
}

[[noreturn]] void refuse(std::size_t most)
{
    throw sdk::invalid{"from",
                       "The window holds more than " + std::to_string(most) + " model calls; a shorter one is needed"};
}

} // namespace

std::string report_statement(database::dialect speaks, const sdk::usage_window& within, bool of_one_tenant)
{
    const bool  is_sqlite = speaks == database::dialect::sqlite;
    std::string text      = "select tenant_id, operation, call_id, call_duration_ms, input_tokens, output_tokens, ";
    text += is_sqlite ? "cost_micro_usd" : "cast(cost_usd * 1000000 as bigint)";
    // Set exactly when the status is `error`, by the schema; and no text has to be compared.
    text += ", error_class is not null from llm_calls where true";
    if (within.from) text += is_sqlite ? " and timestamp >= :from" : " and timestamp >= cast(:from as timestamptz)";
    if (within.to) text += is_sqlite ? " and timestamp < :to" : " and timestamp < cast(:to as timestamptz)";
    if (of_one_tenant) text += " and tenant_id = :tenant";
    return text;
}

sdk::usage_report read_report(database::session& on, sdk::usage_window within, std::optional<std::string_view> tenant,
                              std::size_t most)
{
    const bounds set{on.speaks(), within, tenant};
    tally        all;
    std::size_t  rows = 0;
    on.stream(report_statement(on.speaks(), within, tenant.has_value()), set.values(),
              [&](const database::passing_row& row) {
                  if (++rows > most) refuse(most);
                  all.add(counted(row));
              });
    return all.report();
}

} // namespace verbatim::core::usage
