#include "http/connection_limit.hpp"

namespace verbatim::core::http {

connection_limit::admission connection_limit::admit()
{
    // More simultaneous 503 responses would exhaust the memory that the limit protects.
    constexpr std::size_t max_refusals = 64;
    const std::lock_guard lock{mutex_};
    if (open_ >= limit_ + max_refusals) return admission::dropped;
    return ++open_ <= limit_ ? admission::admitted : admission::over_limit;
}

void connection_limit::release()
{
    const std::lock_guard lock{mutex_};
    if (--open_ == 0) empty_.notify_all();
}

std::size_t connection_limit::open() const
{
    const std::lock_guard lock{mutex_};
    return open_;
}

bool connection_limit::wait_until_empty(std::chrono::steady_clock::time_point deadline)
{
    std::unique_lock lock{mutex_};
    return empty_.wait_until(lock, deadline, [this] { return open_ == 0; });
}

} // namespace verbatim::core::http
