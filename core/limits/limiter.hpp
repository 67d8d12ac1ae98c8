#pragma once

#include "exec/published_value.hpp"
#include "limits/budget_leases.hpp"
#include "limits/rules.hpp"
#include "limits/tenant_rates.hpp"
#include "llm/tenant_account.hpp"
#include "metrics/counters.hpp"

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/task.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::limits {

/// A call that counts as in flight for its tenant until it is destroyed.
class admitted_call
{
public:
    admitted_call(std::shared_ptr<tenant_rates> rates, std::shared_ptr<llm::tenant_account> account) noexcept
        : rates_{std::move(rates)}
        , account_{std::move(account)}
    {}
    admitted_call(const admitted_call&)            = delete;
    admitted_call& operator=(const admitted_call&) = delete;
    ~admitted_call()
    {
        if (is_admitted_) rates_->end_call();
    }

    /// Counts the attempts of the call; null: the tenant has no limit of them.
    const std::shared_ptr<llm::tenant_account>& account() const noexcept { return account_; }

private:
    friend class limiter;

    using admission_function = std::optional<refusal> (tenant_rates::*)(const tenant_limits&, tenant_rates::time_point);

    /// The call exists before it is counted, so that a failed allocation counts none.
    std::optional<refusal> count(admission_function admit, const tenant_limits& limits);

    std::shared_ptr<tenant_rates>        rates_;
    std::shared_ptr<llm::tenant_account> account_;
    bool                                 is_admitted_ = false;
};

/// Enforces the rules of LIMITS_FILE on this server: docs/reference/limits.md. [any thread]
class limiter
{
public:
    /// `budgets` is borrowed, and null only for rules without a budget.
    explicit limiter(rules initial, budget_leases* budgets = nullptr);

    /// For calls that arrive from now on; budgets also for later attempts of calls in progress. What tenants used
    /// before counts on.
    void replace(rules current);

    /// The budget of a tenant now.
    budget current_budget(std::string_view tenant_id) const;

    /// Admits a request that has just arrived. Null: the tenant has no limits. Throws sdk::error: forbidden or
    /// tenant_limit_exceeded.
    std::unique_ptr<admitted_call> admit(std::string_view tenant_id, const sdk::descriptor& operation);

    /// Counts a request that becomes a job. Throws like admit().
    void count_job(std::string_view tenant_id, const sdk::descriptor& operation);

    /// Admits a stored request, which was counted as a request when it arrived. Waits for a limit that frees itself, at
    /// most this time. Throws as admit() does, and when it is cancelled. The arguments are borrowed until the task
    /// ends. [may wait]
    sdk::task<std::unique_ptr<admitted_call>> admit_stored(std::string_view tenant_id, const sdk::descriptor& operation,
                                                           std::chrono::milliseconds most);

    /// The limits of a tenant, all absent without an entry, and what it used on this server.
    struct tenant_state
    {
        tenant_limits               limits;
        tenant_rates::totals        used;
        std::optional<lease_totals> spent; ///< none without a budget
        std::chrono::sys_days       day;   ///< of `spent`
    };
    /// Throws sdk::error: usage_backend_unavailable or internal_error. Blocks if the tenant has a budget.
    tenant_state read(std::string_view tenant_id);

    /// The same of each tenant that has limits, by id: those with a table of their own, and those whose requests this
    /// server has seen.
    std::map<std::string, tenant_state> read_all();

    /// The share of a budget that a tenant with a table of its own has used.
    struct budget_share
    {
        std::string tenant_id;
        limit_kind  kind;
        double      share = 0; ///< at least 0; 1: all
    };
    /// See budget_leases::known_use().
    std::vector<budget_share> budget_shares() const;

    /// See budget_leases::unavailable_budgets().
    std::size_t unavailable_budgets() const { return budgets_ ? budgets_->unavailable_budgets() : 0; }

    /// Refused calls, by limit_kind.
    using refusal_counts = std::array<std::int64_t, std::size(limit_names)>;
    refusal_counts refusals() const noexcept;

private:
    std::optional<tenant_limits>         limits_for(std::string_view tenant_id, const sdk::descriptor& operation);
    std::shared_ptr<tenant_rates>        rates_of(std::string_view tenant_id);
    std::shared_ptr<llm::tenant_account> make_account(std::string_view tenant_id, const tenant_limits& limits,
                                                      const std::shared_ptr<tenant_rates>& rates);
    [[noreturn]] void                    refuse(const refusal& reason);

    budget_leases* const         budgets_;
    exec::published_value<rules> rules_;
    std::atomic<bool>            is_active_; ///< false: no tenant has limits
    metrics::counters            refusals_{std::size(limit_names)};

    std::mutex                                                        mutex_;
    std::map<std::string, std::shared_ptr<tenant_rates>, std::less<>> rates_; ///< as many as tenants with keys
};

} // namespace verbatim::core::limits
