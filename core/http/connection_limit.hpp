#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace verbatim::core::http {

/// Counts the open connections of all threads and bounds them. [any thread]
class connection_limit
{
public:
    enum class admission
    {
        admitted,
        over_limit, ///< gets a 503 and is closed
        dropped,    ///< closed without a response: enough others get their 503 now
    };

    explicit connection_limit(std::size_t limit) noexcept
        : limit_{limit}
    {}

    /// Each connection that is not dropped ends with a call of `release`.
    admission admit();
    void      release();

    std::size_t open() const;

    /// False: some were still open at the deadline.
    bool wait_until_empty(std::chrono::steady_clock::time_point deadline);

private:
    const std::size_t       limit_;
    mutable std::mutex      mutex_;
    std::condition_variable empty_;
    std::size_t             open_ = 0;
};

} // namespace verbatim::core::http
