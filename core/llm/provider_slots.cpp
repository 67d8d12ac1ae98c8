#include "llm/provider_slots.hpp"

namespace verbatim::core::llm {

provider_slots::provider_slots(std::size_t maximum, double tenant_share, double background_share)
    : tenant_share_{tenant_share}
    , limit_{maximum}
    , queue_{limit_.current(), exec::tenant_limit_for(limit_.current(), tenant_share), background_share}
{}

concurrency_limit::period provider_slots::now() const
{
    const std::lock_guard lock{mutex_};
    return limit_.now();
}

void provider_slots::succeed()
{
    const auto            in_flight = queue_.in_flight();
    const std::lock_guard lock{mutex_};
    const auto            before = limit_.current();
    limit_.succeed(in_flight);
    if (limit_.current() != before) apply();
}

void provider_slots::decrease(concurrency_limit::period start)
{
    const auto            in_flight = queue_.in_flight();
    const std::lock_guard lock{mutex_};
    limit_.decrease(in_flight, start);
    apply();
}

void provider_slots::bound(std::size_t reported)
{
    const std::lock_guard lock{mutex_};
    limit_.bound(reported);
    apply();
}

std::size_t provider_slots::limit() const
{
    const std::lock_guard lock{mutex_};
    return limit_.current();
}

void provider_slots::apply()
{
    const auto capacity = limit_.current();
    queue_.set_limits(capacity, exec::tenant_limit_for(capacity, tenant_share_));
}

} // namespace verbatim::core::llm
