#include "limits/limiter.hpp"

#include "database/failure.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace verbatim::core::limits {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

/// How often a stored request looks whether its tenant may have another call in flight.
constexpr std::chrono::milliseconds poll_interval{250};

/// Counts the attempts of a tenant.
class limited_account final : public llm::tenant_account
{
public:
    limited_account(const limiter& limits, std::string tenant_id, std::shared_ptr<tenant_rates> rates,
                    budget_leases* budgets)
        : limits_{limits}
        , tenant_id_{std::move(tenant_id)}
        , rates_{std::move(rates)}
        , budgets_{budgets}
    {}

    void add_tokens(std::int64_t tokens) noexcept override { rates_->add_tokens(tokens, clock::now()); }

    sdk::task<sdk::result<std::unique_ptr<llm::cost_reservation>>> reserve(recording::micro_usd highest_cost,
                                                                           clock::time_point    latest) override
    {
        const auto limits = limits_.current_budget(tenant_id_);
        if (limits.empty() || !budgets_) co_return nullptr;
        co_return co_await budgets_->reserve(tenant_id_, limits, highest_cost, latest);
    }

    std::optional<recording::micro_usd> read_left() override
    try
    {
        const auto limits = limits_.current_budget(tenant_id_);
        if (limits.empty() || !budgets_) return std::nullopt;
        return available(limits, budgets_->read(tenant_id_).totals);
    }
    catch (const database::failure& error)
    {
        throw database::request_error(error, sdk::errc::usage_backend_unavailable);
    }

private:
    const limiter&                limits_;
    const std::string             tenant_id_;
    std::shared_ptr<tenant_rates> rates_;
    budget_leases* const          budgets_;
};

bool allows(const tenant_limits& limits, std::string_view operation)
{
    return !limits.operations || std::ranges::find(*limits.operations, operation) != limits.operations->end();
}

} // namespace

std::optional<refusal> admitted_call::count(admission_function admit, const tenant_limits& limits)
{
    auto refused = ((*rates_).*admit)(limits, clock::now());
    is_admitted_ = !refused;
    return refused;
}

limiter::limiter(rules initial, budget_leases* budgets)
    : budgets_{budgets}
    , rules_{std::move(initial)}
    , is_active_{!rules_.get()->empty()}
{}

void limiter::replace(rules current)
{
    const bool is_active = !current.empty();
    rules_.replace(std::move(current));
    is_active_ = is_active;
}

budget limiter::current_budget(std::string_view tenant_id) const
{
    const auto  current = rules_.get();
    const auto* limits  = current->find(tenant_id);
    return limits ? budget_of(*limits) : budget{};
}

std::shared_ptr<tenant_rates> limiter::rates_of(std::string_view tenant_id)
{
    const std::lock_guard lock{mutex_};
    auto                  position = rates_.find(tenant_id);
    if (position == rates_.end()) position = rates_.emplace(tenant_id, std::make_shared<tenant_rates>()).first;
    return position->second;
}

void limiter::refuse(const refusal& reason)
{
    refusals_.add(static_cast<std::size_t>(reason.limit));
    throw limit_error(reason.limit, reason.retry_after);
}

/// None: the tenant has no limits. Throws if the operation is not allowed.
std::optional<tenant_limits> limiter::limits_for(std::string_view tenant_id, const sdk::descriptor& operation)
{
    if (!is_active_) return std::nullopt;
    const auto  current = rules_.get();
    const auto* limits  = current->find(tenant_id);
    if (!limits) return std::nullopt;
    if (!allows(*limits, operation.name)) refuse({limit_kind::operations});
    return *limits;
}

/// Null where no limit concerns attempts.
std::shared_ptr<llm::tenant_account> limiter::make_account(std::string_view tenant_id, const tenant_limits& limits,
                                                           const std::shared_ptr<tenant_rates>& rates)
{
    if (budget_of(limits).empty() && !limits.tokens_per_minute) return nullptr;
    return std::make_shared<limited_account>(*this, std::string{tenant_id}, rates,
                                             budget_of(limits).empty() ? nullptr : budgets_);
}

std::unique_ptr<admitted_call> limiter::admit(std::string_view tenant_id, const sdk::descriptor& operation)
{
    const auto limits = limits_for(tenant_id, operation);
    if (!limits) return nullptr;
    const auto rates = rates_of(tenant_id);
    auto       call  = std::make_unique<admitted_call>(rates, make_account(tenant_id, *limits, rates));
    if (const auto refused = call->count(&tenant_rates::admit, *limits)) refuse(*refused);
    return call;
}

void limiter::count_job(std::string_view tenant_id, const sdk::descriptor& operation)
{
    const auto limits = limits_for(tenant_id, operation);
    if (!limits) return;
    if (const auto refused = rates_of(tenant_id)->count_request(*limits, clock::now())) refuse(*refused);
}

sdk::task<std::unique_ptr<admitted_call>>
limiter::admit_stored(std::string_view tenant_id, const sdk::descriptor& operation, std::chrono::milliseconds most)
{
    const auto                        latest = clock::now() + most;
    std::optional<asio::steady_timer> timer;
    for (;;)
    {
        const auto limits = limits_for(tenant_id, operation); // may change meanwhile
        if (!limits) co_return nullptr;
        const auto rates   = rates_of(tenant_id);
        auto       call    = std::make_unique<admitted_call>(rates, make_account(tenant_id, *limits, rates));
        const auto refused = call->count(&tenant_rates::admit_stored, *limits);
        if (!refused) co_return call;
        if (clock::now() >= latest) refuse(*refused);

        if (!timer) timer.emplace(co_await asio::this_coro::executor);
        timer->expires_after(poll_interval);
        co_await timer->async_wait(asio::use_awaitable);
    }
}

limiter::tenant_state limiter::read(std::string_view tenant_id)
try
{
    const auto  current = rules_.get();
    const auto* limits  = current->find(tenant_id);
    if (!limits) return {};
    tenant_state state{.limits = *limits, .used = rates_of(tenant_id)->read(clock::now()), .spent = {}, .day = {}};
    if (budget_of(*limits).empty()) return state;
    const auto spent = budgets_->read(tenant_id);
    state.day        = spent.day;
    state.spent      = spent.totals;
    return state;
}
catch (const database::failure& error)
{
    throw database::request_error(error, sdk::errc::usage_backend_unavailable);
}

std::map<std::string, limiter::tenant_state> limiter::read_all()
try
{
    const auto                          current = rules_.get();
    std::map<std::string, tenant_state> states;
    for (const auto& [tenant_id, limits] : current->tenants) states[tenant_id].limits = limits;
    if (current->others)
    {
        const std::lock_guard lock{mutex_};
        for (const auto& [tenant_id, rates] : rates_)
            states.try_emplace(tenant_id).first->second.limits = *current->find(tenant_id);
    }
    std::vector<std::string> with_budget;
    for (auto& [tenant_id, state] : states)
    {
        state.used = rates_of(tenant_id)->read(clock::now());
        if (!budget_of(state.limits).empty()) with_budget.push_back(tenant_id);
    }
    if (with_budget.empty()) return states;
    const auto spent = budgets_->read_all(with_budget);
    for (const auto& [tenant_id, totals] : spent.totals)
    {
        states.at(tenant_id).day   = spent.day;
        states.at(tenant_id).spent = totals;
    }
    return states;
}
catch (const database::failure& error)
{
    throw database::request_error(error, sdk::errc::usage_backend_unavailable);
}

std::vector<limiter::budget_share> limiter::budget_shares() const
{
    std::vector<budget_share> shares;
    if (!budgets_ || !is_active_) return shares;
    const auto current = rules_.get();
    for (const auto& known : budgets_->known_use())
    {
        const auto entry = current->tenants.find(known.tenant_id);
        if (entry == current->tenants.end()) continue;
        const auto limits = budget_of(entry->second);
        const auto add    = [&](limit_kind kind, const std::optional<micro_usd>& limit, micro_usd used) {
            if (!limit) return;
            const auto share = *limit == 0 ? 1 : static_cast<double>(used) / static_cast<double>(*limit);
            shares.push_back({known.tenant_id, kind, share});
        };
        add(limit_kind::budget_usd_per_day, limits.per_day, known.of_day);
        add(limit_kind::budget_usd_per_month, limits.per_month, known.of_month);
    }
    return shares;
}

limiter::refusal_counts limiter::refusals() const noexcept
{
    refusal_counts counts{};
    for (std::size_t n = 0; n != counts.size(); ++n) counts[n] = refusals_.read(n);
    if (budgets_)
        for (const auto kind : {limit_kind::budget_usd_per_day, limit_kind::budget_usd_per_month})
            counts[static_cast<std::size_t>(kind)] = budgets_->refusals(kind);
    return counts;
}

} // namespace verbatim::core::limits
