#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>

namespace verbatim::core::recording {

/// Rows that could be written nowhere: counted, and each told by an ERROR line. [any thread]
class lost_rows
{
public:
    explicit lost_rows(sdk::log& log) noexcept
        : log_{&log}
    {}

    void add(std::span<const usage_row> rows, std::string_view reason) noexcept;

    std::uint64_t count() const noexcept { return count_; }

    /// Counts on without a word: ledgers may outlive the log.
    void detach_log() noexcept;

private:
    std::atomic<std::uint64_t> count_ = 0;
    std::mutex                 mutex_;
    sdk::log*                  log_; ///< none after hush()
};

} // namespace verbatim::core::recording
