#include "gateway/statistics.hpp"

#include <algorithm>

namespace verbatim::core::gateway {

void route_statistics::add(int status, std::chrono::nanoseconds duration) noexcept
{
    const auto position = std::find(statuses.begin(), statuses.end() - 1, status); // the last entry counts all others
    responses_.add(static_cast<std::size_t>(position - statuses.begin()));
    durations_.add(duration);
}

route_statistics::snapshot route_statistics::read() const
{
    snapshot result{.route = route_, .responses = {}, .durations = durations_.read()};
    for (std::size_t index = 0; index != statuses.size(); ++index)
        if (const auto count = responses_.read(index); count != 0 || statuses[index] == 200)
            result.responses.emplace_back(statuses[index], count);
    return result;
}

} // namespace verbatim::core::gateway
