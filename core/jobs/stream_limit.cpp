#include "jobs/stream_limit.hpp"

#include "verbatim/sdk/error.hpp"

namespace verbatim::core::jobs {

stream_limit::place stream_limit::open(const std::string& tenant)
{
    const std::lock_guard lock{mutex_};
    if (open_ >= total_) throw sdk::error{sdk::errc::overloaded, "event streams"};
    auto& open_streams = open_of_tenant_[tenant];
    if (open_streams >= per_tenant_) throw sdk::error{sdk::errc::too_many_jobs, "event streams"};
    place opened{*this, tenant};
    ++open_streams;
    ++open_;
    return opened;
}

void stream_limit::release(const std::string& tenant) noexcept
{
    const std::lock_guard lock{mutex_};
    --open_;
    const auto position = open_of_tenant_.find(tenant);
    if (--position->second == 0) open_of_tenant_.erase(position);
}

} // namespace verbatim::core::jobs
