#pragma once

#include "exec/reference_clock.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <memory>

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

/// The same with another wall clock, which outlives it.
std::unique_ptr<clock> make_clock(const exec::reference_clock& wall);

} // namespace verbatim::core::llm
