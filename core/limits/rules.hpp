#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::limits {

/// The limits that may refuse a call, in the order of limit_names.
enum class limit_kind
{
    operations,
    requests_per_minute,
    tokens_per_minute,
    calls_in_flight,
    budget_usd_per_day,
    budget_usd_per_month,
};
inline constexpr std::string_view limit_names[]{"operations",      "requests_per_minute", "tokens_per_minute",
                                                "calls_in_flight", "budget_usd_per_day",  "budget_usd_per_month"};

constexpr std::string_view to_string(limit_kind kind) noexcept { return limit_names[static_cast<std::size_t>(kind)]; }

/// 429, or 403 for `operations`. The message and the note name the limit.
sdk::error limit_error(limit_kind kind, std::chrono::seconds retry_after);

/// The highest cost of a tenant in a UTC day and in a UTC month.
struct budget
{
    std::optional<recording::micro_usd> per_day;
    std::optional<recording::micro_usd> per_month;

    bool empty() const noexcept { return !per_day && !per_month; }

    friend bool operator==(const budget&, const budget&) = default;
};

/// The limits of a tenant. One without a value does not apply.
struct tenant_limits
{
    std::optional<double>                   budget_usd_per_day;
    std::optional<double>                   budget_usd_per_month;
    std::optional<std::int64_t>             requests_per_minute;
    std::optional<std::int64_t>             tokens_per_minute;
    std::optional<std::int64_t>             calls_in_flight;
    std::optional<std::vector<std::string>> operations; ///< operation ids; all others are refused

    friend bool operator==(const tenant_limits&, const tenant_limits&) = default;
};
void declare(sdk::schema_builder& schema, tenant_limits& limits);

/// Rounded to millionths of a dollar.
budget budget_of(const tenant_limits& limits);

struct settings
{
    sdk::path file; ///< LIMITS_FILE: docs/reference/limits.md#file. Empty: no tenant has limits
};
void declare(sdk::schema_builder& schema, settings& settings);

/// The content of LIMITS_FILE.
struct rules
{
    std::map<std::string, tenant_limits, std::less<>> tenants;
    std::optional<tenant_limits>                      others; ///< of tenants without an entry

    bool empty() const noexcept { return tenants.empty() && !others; }

    bool has_budget() const;

    /// Null: the tenant has no limits. Lives as long as the rules.
    const tenant_limits* find(std::string_view tenant_id) const;
};

/// Reads the file; an empty path has no rules. `operations` are the ids that an entry may name; none: any. Throws
/// settings::setting_error with all problems, which name tenants and members but no values.
rules read_rules(const std::filesystem::path& path, std::optional<std::span<const std::string_view>> operations);

} // namespace verbatim::core::limits
