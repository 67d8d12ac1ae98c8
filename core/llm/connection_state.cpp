#include "llm/connection_state.hpp"

#include <utility>

namespace verbatim::core::llm {

std::optional<std::size_t> line_limit::admit(std::chrono::steady_clock::time_point now)
{
    const std::lock_guard lock{mutex_};
    if (!period_start_ || now - *period_start_ >= period)
    {
        period_start_ = now;
        lines_        = 0;
    }
    if (lines_ == max_lines)
    {
        ++suppressed_;
        return std::nullopt;
    }
    ++lines_;
    return std::exchange(suppressed_, 0);
}

} // namespace verbatim::core::llm
