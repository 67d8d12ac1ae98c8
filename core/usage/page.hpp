#pragma once

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace verbatim::core::usage {

/// Counts the rows of one ledger in and out, and wakes those who wait for them. Rows go out in the order they came in,
/// so that a count is enough to know which. [any thread]
class page
{
public:
    void came_in() noexcept;
    void went_out(std::uint64_t rows) noexcept; ///< takes no memory

    /// Ends on the executor of the caller when all that had come in before have gone out, or when `latest` is there;
    /// not cancellable. Once it has ended the executor is not touched any more.
    sdk::task<> all_out(std::chrono::steady_clock::time_point latest);

private:
    struct waiting
    {
        std::uint64_t         for_count;
        const void*           who;
        std::function<void()> wake; ///< does not throw
    };

    bool wait_or_return(const void* who, const std::function<void()>& wake);
    void forget(const void* who) noexcept;

    std::mutex           guard_;
    std::uint64_t        in_  = 0;
    std::uint64_t        out_ = 0;
    std::vector<waiting> waiting_;
};

} // namespace verbatim::core::usage
