#pragma once

#include "recording/usage_row.hpp"

#include "database/connection_info.hpp"
#include "database/session.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::recording {

/// Rows that the database has not accepted yet, in a local SQLite file (WAL, synchronous FULL), bounded by the disk
/// only. Appended rows survive a crash of the process and a power failure. Contains usage rows only, no text of a
/// record. Processes may share the file: a row may then reach the database twice, and is stored once.
///
/// A file that SQLite cannot read is renamed to `NAME.damaged-MICROSECONDS`, with its write-ahead log, and replaced by
/// an empty one, so that damage never blocks later rows.
///
/// Every member throws database::failure. After a failure the next call reopens the file, and creates a removed one
/// again.
class outbox
{
public:
    /// Opens the file, which is created if it does not exist, and counts the rows that an earlier process left.
    explicit outbox(const std::filesystem::path& file, database::timeouts timeouts = {});
    ~outbox();

    /// The rows are on disk when this returns. [any thread]
    void append(std::span<const usage_row> rows);

    struct batch
    {
        std::vector<usage_row>    rows;
        std::vector<std::int64_t> damaged;         ///< numbers of rows that cannot be parsed
        std::int64_t              last_number = 0; ///< for remove()

        bool empty() const noexcept { return rows.empty() && damaged.empty(); }
    };

    /// The oldest rows, at most `max_rows`; they stay in the outbox. [any thread]
    batch oldest(std::size_t max_rows);

    /// Removes the rows of a batch that is durable elsewhere. Damaged ones go to the table `damaged_rows`. [any thread]
    void remove(const batch& replayed);

    /// The rows of a tenant, damaged ones included. [any thread]
    std::int64_t count_rows_of(std::string_view tenant_id);

    /// Deletes them, overwritten with zeros, and returns how many. [any thread]
    std::int64_t delete_rows_of(std::string_view tenant_id);

    /// As database::empty_log(). [any thread]
    bool empty_log();

    /// Number of rows. [any thread]
    std::uint64_t depth() const noexcept { return depth_; }

    /// Time since the start of the oldest attempt in the file; 0 without rows. [any thread]
    std::chrono::duration<double> age() const noexcept;

    /// Number of files that this object has renamed. [any thread]
    std::uint64_t damaged_files() const noexcept { return damaged_files_; }

private:
    template <class Work>
    auto with_open_file(Work&& work);

    void open();
    void set_file_aside();
    void keep_damaged(std::span<const std::int64_t> numbers);
    void release_free_pages();
    void read_oldest(database::session& db);

    const database::connection_info connection_;
    const database::timeouts        timeouts_;
    std::mutex                      mutex_;

    /// One connection only: closing a second one, of a removed file, could remove the write-ahead log of the file that
    /// replaced it.
    std::unique_ptr<database::session> db_;
    std::atomic<std::uint64_t>         depth_         = 0;
    std::atomic<std::uint64_t>         damaged_files_ = 0;
    std::atomic<std::int64_t>          oldest_        = 0; ///< start of the oldest attempt, in microseconds
};

} // namespace verbatim::core::recording
