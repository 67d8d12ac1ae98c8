#include "gateway/statistics.hpp"

#include <algorithm>
#include <new>

namespace verbatim::core::gateway {

void route_statistics::add(int status, std::chrono::nanoseconds duration) noexcept
{
    durations_.add(duration);
    const auto position = std::ranges::find(statuses, status);
    if (position != statuses.end()) return responses_.add(static_cast<std::size_t>(position - statuses.begin()));
    try
    {
        const std::lock_guard lock{mutex_};
        ++rare_responses_[status];
    }
    catch (const std::bad_alloc&) // not counted
    {}
}

route_statistics::snapshot route_statistics::read() const
{
    snapshot result{.route = route_, .durations = durations_.read()};
    for (std::size_t index = 0; index != statuses.size(); ++index)
        if (const auto count = responses_.read(index); count != 0 || statuses[index] == 200)
            result.responses.emplace_back(statuses[index], count);
    const std::lock_guard lock{mutex_};
    result.responses.insert(result.responses.end(), rare_responses_.begin(), rare_responses_.end());
    return result;
}

} // namespace verbatim::core::gateway
