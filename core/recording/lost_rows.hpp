#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

namespace verbatim::core::recording {

/// Counts the rows that could not be stored anywhere and logs each with all its columns. [any thread]
class lost_rows
{
public:
    explicit lost_rows(sdk::log& log) noexcept
        : log_{&log}
    {}

    void add(std::span<const usage_row> rows, std::string_view reason) noexcept;

    /// Rows of an outbox that cannot be read: their numbers in its table `damaged_rows`.
    void add_damaged(std::span<const std::int64_t> numbers) noexcept;

    /// Logs that damaged outbox files were renamed. Their rows are not counted: an operator may be able to restore
    /// them.
    void report_damaged_files(std::uint64_t files) noexcept;

    std::uint64_t count() const noexcept { return count_; }

    /// Later rows are counted and not logged, because ledgers may outlive the log.
    void detach_log() noexcept;

private:
    template <class Write>
    void log_unless_detached(Write&& write) noexcept;

    std::atomic<std::uint64_t> count_ = 0;
    std::mutex                 mutex_;
    sdk::log*                  log_; ///< null after detach_log()
};

/// Whether the line of a log is that of a lost row, or of a damaged one.
bool is_lost_row(std::string_view log_line);

/// The row of a line of a log in JSON. Text before the first brace is ignored. None if a column is absent or wrong.
std::optional<usage_row> row_of_log_line(std::string_view log_line);

} // namespace verbatim::core::recording
