#include "jobs/make_store.hpp"

#include "jobs/memory_store.hpp"

#include <chrono>
#include <cstddef>
#include <utility>

namespace verbatim::core::jobs {

std::unique_ptr<store> make_store(const settings& config, std::function<time_point()> clock)
{
    const std::chrono::duration<double, std::ratio<3'600>> time_to_expiry{config.result_hours};
    const memory_store::limits                             bounds{
                                    .unfinished_jobs = config.max_per_tenant,
                                    .bytes           = config.max_memory,
                                    .tenant_bytes = static_cast<std::size_t>(static_cast<double>(config.max_memory) * config.tenant_share),
                                    .time_to_expiry = std::chrono::ceil<std::chrono::microseconds>(time_to_expiry)};
    return std::make_unique<memory_store>(bounds, std::move(clock));
}

} // namespace verbatim::core::jobs
