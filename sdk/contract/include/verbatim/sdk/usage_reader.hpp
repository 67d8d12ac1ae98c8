#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// Half open, [from, to), over the start of a model call; microseconds since 1970-01-01T00:00:00 UTC. None: no bound.
struct usage_window
{
    std::optional<std::int64_t> from = std::nullopt;
    std::optional<std::int64_t> to   = std::nullopt;
};

/// How a figure is spread over the records that count for it; all zero when none does. Percentiles are continuous, with
/// linear interpolation; nothing is rounded.
struct usage_distribution
{
    double       avg   = 0;
    double       min   = 0;
    double       max   = 0;
    double       p5    = 0;
    double       p95   = 0;
    std::int64_t total = 0;

    friend bool operator==(const usage_distribution&, const usage_distribution&) = default;
};

/// What is told of a set of records. Failed ones count for the cost and for no spread.
struct usage_statistics
{
    std::int64_t       total_calls    = 0;
    std::int64_t       failed_calls   = 0;
    std::int64_t       cost_micro_usd = 0; ///< millionths of a US dollar, exactly
    usage_distribution duration_ms;
    usage_distribution input_tokens;
    usage_distribution output_tokens;

    friend bool operator==(const usage_statistics&, const usage_statistics&) = default;
};

/// The same rows, seen twice.
struct usage_totals
{
    usage_statistics invocations; ///< a record is one call of the API; it failed when every model call of it did
    usage_statistics llm_calls;   ///< a record is one attempt at a provider

    friend bool operator==(const usage_totals&, const usage_totals&) = default;
};

/// Of one tenant, of one operation, or of one operation of one tenant. The name that does not apply is empty.
struct usage_group
{
    std::string  tenant;
    std::string  operation;
    usage_totals totals;

    friend bool operator==(const usage_group&, const usage_group&) = default;
};

/// Every roll-up of a window, from one snapshot. Groups without rows are absent. Names stand in code-point order, that
/// of the tenant first. An operation is whatever text was stored.
struct usage_report
{
    usage_totals             total;
    std::vector<usage_group> tenants;
    std::vector<usage_group> operations;
    std::vector<usage_group> tenant_operations;

    friend bool operator==(const usage_report&, const usage_report&) = default;
};

/// What was spent, as the database has it. Rows are there before the answer of their call is sent; while the database
/// is away they wait elsewhere and are not counted.
class VERBATIM_SDK_API usage_reader
{
public:
    usage_reader()                               = default;
    usage_reader(const usage_reader&)            = delete;
    usage_reader& operator=(const usage_reader&) = delete;
    virtual ~usage_reader();

    /// The figures of one tenant, or of all. Throws sdk::error: usage_backend_unavailable when the database cannot be
    /// reached, internal_error on anything else. `tenant` is borrowed until the task has ended. [call] [may wait]
    virtual task<usage_report> report(usage_window window, std::optional<std::string_view> tenant) = 0;
};

} // namespace verbatim::sdk
