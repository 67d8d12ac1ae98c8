#pragma once

#include "exec/fair_queue.hpp"
#include "llm/concurrency_limit.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

/// The slots of attempts: a fair queue whose capacity follows a concurrency_limit. Outlives the calls that wait. [any
/// thread]
class provider_slots
{
public:
    /// `tenant_share` of the capacity is the most that one tenant uses; see exec::fair_queue.
    provider_slots(std::size_t maximum, double tenant_share, double background_share);

    /// See exec::fair_queue::acquire(). [may wait]
    sdk::task<std::optional<exec::fair_queue::slot>>
    acquire(std::string_view tenant, std::chrono::steady_clock::time_point deadline,
            exec::call_urgency urgency = exec::call_urgency::interactive)
    {
        return queue_.acquire(tenant, deadline, urgency);
    }

    /// See concurrency_limit. `succeed` and `decrease` are called while the attempt still has its slot.
    concurrency_limit::period now() const;
    void                      succeed();
    void                      decrease(concurrency_limit::period start);
    void                      bound(std::size_t reported);

    std::size_t limit() const;
    std::size_t in_flight() const { return queue_.in_flight(); }
    std::size_t waiting() const { return queue_.waiting(); }

private:
    void apply();

    const double       tenant_share_;
    mutable std::mutex mutex_; ///< of limit_; held while the queue gets it
    concurrency_limit  limit_;
    exec::fair_queue   queue_;
};

} // namespace verbatim::core::llm
