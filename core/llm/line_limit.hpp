#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>

namespace verbatim::core::llm {

/// Bounds the lines of a log event that may repeat without end: ten in each minute. [any thread]
class line_limit
{
public:
    static constexpr std::size_t          max_lines = 10;
    static constexpr std::chrono::minutes period{1};

    /// Whether a line may be logged now; if so, the number of lines suppressed since the last one.
    std::optional<std::size_t> admit(std::chrono::steady_clock::time_point now);

private:
    std::mutex                                           mutex_;
    std::optional<std::chrono::steady_clock::time_point> period_start_;
    std::size_t                                          lines_      = 0; ///< in this period
    std::size_t                                          suppressed_ = 0;
};

} // namespace verbatim::core::llm
