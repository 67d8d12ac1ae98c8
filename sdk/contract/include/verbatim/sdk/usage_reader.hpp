#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

/// A half-open range [from, to) of the starts of model calls, in microseconds since 1970-01-01T00:00:00 UTC. None: no
/// bound.
struct usage_window
{
    std::optional<std::int64_t> from = std::nullopt;
    std::optional<std::int64_t> to   = std::nullopt;
};

/// Statistics of one value over the successful records; all zero without any. Percentiles are continuous, with linear
/// interpolation; nothing is rounded.
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

/// Statistics of a set of records. The cost includes failed records, the distributions do not.
struct usage_statistics
{
    std::int64_t       total_calls    = 0;
    std::int64_t       failed_calls   = 0;
    std::int64_t       cost_micro_usd = 0; ///< millionths of a US dollar, exactly
    usage_distribution duration_ms;
    usage_distribution input_tokens;
    usage_distribution output_tokens;
    std::int64_t       unpriced_calls = 0; ///< records with tokens whose price is unknown; their cost is 0
    std::int64_t       cached_tokens  = 0; ///< part of input_tokens.total that providers read from their caches
    usage_distribution elapsed_ms;         ///< from the first start of a model call to the last end

    friend bool operator==(const usage_statistics&, const usage_statistics&) = default;
};

/// Two statistics of the same usage rows, with different records.
struct usage_totals
{
    usage_statistics invocations; ///< a record is an API call; it failed if all its model calls failed
    usage_statistics llm_calls;   ///< a record is an attempt to reach a provider

    friend bool operator==(const usage_totals&, const usage_totals&) = default;
};

/// The totals of a tenant, of an operation, or of an operation of a tenant. A name that does not apply is empty.
struct usage_group
{
    std::string  tenant;
    std::string  operation;
    usage_totals totals;

    friend bool operator==(const usage_group&, const usage_group&) = default;
};

/// The model calls of one model, by its name in the usage rows. The cost includes failed calls, the tokens do not.
struct usage_of_model
{
    std::string  model;
    std::int64_t total_calls    = 0;
    std::int64_t failed_calls   = 0;
    std::int64_t cost_micro_usd = 0; ///< millionths of a US dollar, exactly
    std::int64_t input_tokens   = 0;
    std::int64_t output_tokens  = 0;
    std::int64_t unpriced_calls = 0; ///< calls with tokens whose price is unknown; their cost is 0
    std::int64_t cached_tokens  = 0; ///< part of input_tokens

    friend bool operator==(const usage_of_model&, const usage_of_model&) = default;
};

/// A period of the calendar in UTC. The host stores the values.
enum class usage_period
{
    hour  = 0,
    day   = 1,
    month = 2,
};

/// The totals of one period, as if it was the window; the first and the last one count their part of the window only.
struct usage_of_period
{
    std::int64_t start = 0; ///< of the whole period, in microseconds since 1970-01-01T00:00:00 UTC
    std::int64_t end   = 0; ///< exclusive
    usage_totals totals;

    friend bool operator==(const usage_of_period&, const usage_of_period&) = default;
};

/// All totals of a window, from one snapshot. Groups without rows are absent. Groups are sorted by tenant, then by
/// operation, in code-point order. An operation may have any name that was stored.
struct usage_report
{
    usage_totals             total;
    std::vector<usage_group> tenants;
    std::vector<usage_group> operations;
    std::vector<usage_group> tenant_operations;

    std::vector<usage_of_model> models; ///< exact; sorted by model, in code-point order

    /// Consecutive periods, if the query has a period: those of the window. Where the window has no bound, the series
    /// begins with the first period that has rows, or ends with the last one. Empty without a period.
    std::vector<usage_of_period> series;

    friend bool operator==(const usage_report&, const usage_report&) = default;
};

/// Reads usage rows from the database. The rows of a call are there before its response is sent. During an outage of
/// the database, rows are stored elsewhere and are not counted until they are replayed.
class VERBATIM_SDK_API usage_reader
{
public:
    usage_reader()                               = default;
    usage_reader(const usage_reader&)            = delete;
    usage_reader& operator=(const usage_reader&) = delete;
    virtual ~usage_reader();

    /// The report of one tenant, or of all tenants, with the series of a period. Throws sdk::error:
    /// usage_backend_unavailable if the database cannot be reached, overloaded if too many reports of the tenant wait,
    /// validation_error for a window with too many rows or periods, internal_error for other failures. `tenant` is
    /// borrowed until the task has ended. [call] [may wait]
    virtual task<usage_report> report(usage_window window, std::optional<std::string_view> tenant,
                                      std::optional<usage_period> period = std::nullopt) = 0;
};

} // namespace verbatim::sdk
