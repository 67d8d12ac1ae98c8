#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>

namespace verbatim::core::llm {

/// Time as the model client reads it, replaceable so that tests of retries do not wait. [any thread]
class clock
{
public:
    virtual ~clock() = default;

    virtual std::chrono::steady_clock::time_point            now() const noexcept  = 0;
    virtual std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept = 0;

    /// Throws when cancelled. [may wait]
    virtual sdk::task<> sleep(std::chrono::milliseconds duration) = 0;
};

/// The clocks of the machine. Lives as long as the process.
clock& system_clock();

} // namespace verbatim::core::llm
