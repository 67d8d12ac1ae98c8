#include "gateway/figures.hpp"

#include <algorithm>

namespace verbatim::core::gateway {

void route_figures::add(int status, std::chrono::nanoseconds took) noexcept
{
    const auto known = std::find(statuses.begin(), statuses.end() - 1, status); // the last stands for all others
    answers_.add(static_cast<std::size_t>(known - statuses.begin()));
    took_.add(took);
}

route_figures::reading route_figures::read() const
{
    reading found{.route = route_, .answers = {}, .took = took_.read()};
    for (std::size_t each = 0; each != statuses.size(); ++each)
        if (const auto times = answers_.read(each); times != 0 || statuses[each] == 200)
            found.answers.emplace_back(statuses[each], times);
    return found;
}

} // namespace verbatim::core::gateway
