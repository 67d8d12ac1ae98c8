#include "limits/rules.hpp"

#include "settings/config_file.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>

namespace verbatim::core::limits {

sdk::error limit_error(limit_kind kind, std::chrono::seconds retry_after)
{
    const bool        is_forbidden = kind == limit_kind::operations;
    const std::string name{to_string(kind)};
    sdk::error        failure{is_forbidden ? sdk::errc::forbidden : sdk::errc::tenant_limit_exceeded, name};
    failure.message =
        is_forbidden ? "The tenant may not use this operation" : "The tenant has reached its limit: " + name;
    if (!is_forbidden) failure.retry_after = retry_after;
    return failure;
}

void declare(sdk::schema_builder& schema, tenant_limits& limits)
{
    constexpr std::int64_t most = 1'000'000'000'000;
    schema.name("TenantLimits", "The limits of a tenant.").closed();
    constexpr double most_usd = 1'000'000'000;
    schema.optional("budget_usd_per_day", limits.budget_usd_per_day, "US dollars that it may spend in a UTC day.")
        .at_least(0)
        .at_most(most_usd)
        .reject_null();
    schema.optional("budget_usd_per_month", limits.budget_usd_per_month, "US dollars that it may spend in a UTC month.")
        .at_least(0)
        .at_most(most_usd)
        .reject_null();
    schema.optional("requests_per_minute", limits.requests_per_minute, "Requests of the tenant in a minute.")
        .at_least(1)
        .at_most(most)
        .reject_null();
    schema.optional("tokens_per_minute", limits.tokens_per_minute, "Tokens of its model calls in a minute.")
        .at_least(1)
        .at_most(most)
        .reject_null();
    schema.optional("calls_in_flight", limits.calls_in_flight, "Its requests at a time.")
        .at_least(1)
        .at_most(most)
        .reject_null();
    schema.optional("operations", limits.operations, "The ids of the operations that it may use.").reject_null();
}

namespace {

namespace json = boost::json;

constexpr std::string_view all_others  = "*";
constexpr std::size_t      max_tenant  = 255; // characters, as in AUTH_API_KEYS
constexpr std::size_t      max_visible = 64;  // bytes of a tenant in a problem

/// The setting of a problem. A tenant that is long or not printable is not named.
std::string place_of(std::string_view tenant)
{
    const bool is_printable = !tenant.empty() && tenant.size() <= max_visible &&
                              std::ranges::all_of(tenant, [](char c) { return c > ' ' && c <= '~'; });
    return "LIMITS_FILE[" + (is_printable ? std::string{tenant} : std::string{"..."}) + "]";
}

/// Reads entries and collects their problems.
class entry_reader
{
public:
    explicit entry_reader(std::optional<std::span<const std::string_view>> operations)
        : operations_{operations}
    {}

    tenant_limits read(const std::string& tenant, const std::string& text)
    {
        place_ = place_of(tenant);
        check_name(tenant);
        tenant_limits    limits;
        json::error_code error;
        const auto       entry = json::parse(text, error);
        if (error || !entry.is_object())
        {
            problems_.push_back({place_, "must be a table of limits"});
            return limits;
        }
        const auto issues = sdk::read(sdk::schema_of<tenant_limits>(), entry, &limits);
        for (const auto& [field, issue] : issues) problems_.push_back({place_ + "." + field, issue});
        if (issues.empty()) check_operations(limits);
        return limits;
    }

    core::settings::setting_problems take_problems() { return std::move(problems_); }

private:
    void check_name(std::string_view tenant)
    {
        if (tenant.empty() || sdk::utf8::count_code_points(tenant) > max_tenant)
            problems_.push_back({place_, "a tenant has 1 to 255 characters"});
    }

    void check_operations(const tenant_limits& limits)
    {
        if (!limits.operations || !operations_) return;
        for (std::size_t n = 0; n != limits.operations->size(); ++n)
            if (std::ranges::find(*operations_, (*limits.operations)[n]) == operations_->end())
                problems_.push_back({place_ + ".operations[" + std::to_string(n) + "]",
                                     "is no operation of this server that has limits",
                                     "use operation ids such as summarize"});
    }

    std::optional<std::span<const std::string_view>> operations_;
    std::string                                      place_;
    core::settings::setting_problems                 problems_;
};

} // namespace

budget budget_of(const tenant_limits& limits)
{
    const auto rounded = [](std::optional<double> usd) {
        return usd ? std::optional<recording::micro_usd>{std::llround(*usd * recording::micro_usd_per_usd)}
                   : std::nullopt;
    };
    return {.per_day = rounded(limits.budget_usd_per_day), .per_month = rounded(limits.budget_usd_per_month)};
}

bool rules::has_budget() const
{
    const auto has = [](const tenant_limits& limits) { return !budget_of(limits).empty(); };
    return (others && has(*others)) ||
           std::ranges::any_of(tenants, [&](const auto& entry) { return has(entry.second); });
}

const tenant_limits* rules::find(std::string_view tenant_id) const
{
    if (const auto entry = tenants.find(tenant_id); entry != tenants.end()) return &entry->second;
    return others ? &*others : nullptr;
}

rules read_rules(const std::filesystem::path& path, std::optional<std::span<const std::string_view>> operations)
{
    rules result;
    if (path.empty()) return result;
    entry_reader reader{operations};
    for (const auto& [tenant, text] : core::settings::read_toml_file("LIMITS_FILE", path))
    {
        auto limits = reader.read(tenant, text);
        if (tenant == all_others) result.others = std::move(limits);
        else result.tenants.emplace(tenant, std::move(limits));
    }
    if (auto problems = reader.take_problems(); !problems.empty())
        throw core::settings::setting_error::of(std::move(problems));
    return result;
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("TenantLimits", "Limits of tenants.");
    schema
        .optional(
            "LIMITS_FILE", settings.file,
            "TOML file with the limits of tenants, a table for each tenant and \"*\" for all others. SIGHUP reloads "
            "it. Default: no limits.")
        .example("/etc/verbatim/limits.toml");
}

} // namespace verbatim::core::limits
