#pragma once

#include "usage/attempt.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>

namespace verbatim::core::usage {

/// Rows that could be written nowhere: counted, and each told by an ERROR line. [any thread]
class losses
{
public:
    explicit losses(sdk::log& to) noexcept
        : log_{&to}
    {}

    void add(std::span<const attempt> rows, std::string_view why) noexcept;

    std::uint64_t counted() const noexcept { return count_; }

    /// Counts on without a word: ledgers may outlive the log.
    void hush() noexcept;

private:
    std::atomic<std::uint64_t> count_ = 0;
    std::mutex                 guard_;
    sdk::log*                  log_; ///< none after hush()
};

} // namespace verbatim::core::usage
