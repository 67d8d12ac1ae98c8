#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::llm {

/// Time as the room knows it, so that a retry sequence of minutes is tested in none. [any thread]
class clock
{
public:
    virtual ~clock() = default;

    virtual std::chrono::steady_clock::time_point            now() const noexcept  = 0;
    virtual std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept = 0;

    /// Cancellation ends it and throws. [may wait]
    virtual sdk::task<> sleep(std::chrono::milliseconds duration) = 0;
};

/// The machine's. Lives as long as the process.
clock& system_clock();

} // namespace verbatim::core::llm
