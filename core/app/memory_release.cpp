#include "app/memory_release.hpp"

#include <algorithm>
#include <condition_variable>
#include <malloc.h>
#include <mutex>
#include <stop_token>
#include <utility>

namespace verbatim::core::app {

bool release_policy::is_due(std::size_t reserved, std::size_t peak) noexcept
{
    constexpr std::size_t large = std::size_t{32} << 20; // a body of 4 MiB; the allocator keeps less for the next ones
    peak_                       = std::max(peak_, peak);
    if (peak_ < large || reserved > peak_ / 4) return false;
    peak_ = reserved;
    return true;
}

memory_release::memory_release(std::shared_ptr<http::body_budget> bodies, std::chrono::milliseconds interval)
    : thread_{[interval, bodies = std::move(bodies)](const std::stop_token& end) {
        release_policy              policy;
        std::mutex                  mutex;
        std::condition_variable_any ended;
        std::unique_lock            lock{mutex};
        while (!ended.wait_for(lock, end, interval, [&] { return end.stop_requested(); }))
            if (policy.is_due(bodies->reserved(), bodies->take_peak())) ::malloc_trim(0);
    }}
{}

} // namespace verbatim::core::app
