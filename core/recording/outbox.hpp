#pragma once

#include "recording/usage_row.hpp"

#include "database/connection_info.hpp"
#include "database/session.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace verbatim::core::recording {

/// Where rows lie that the database has not taken yet: a SQLite file on the local disk (WAL, synchronous FULL), bounded
/// by the disk alone. What put() has taken outlives the process and the machine's power. Holds usage rows and nothing
/// else; no word of a record. Several processes may share the file: a row may then reach the database twice, which it
/// takes once. Every member throws database::failure, opens anew after one, and makes a file that was taken away again.
class outbox
{
public:
    /// Opens, and counts what an earlier process left.
    explicit outbox(const std::filesystem::path& file, database::timeouts timeouts = {});
    ~outbox();

    /// On disk when this returns. [any thread]
    void append(std::span<const usage_row> rows);

    struct batch
    {
        std::vector<usage_row> rows;
        std::int64_t           last_number = 0; ///< for drop()
    };

    /// The oldest rows, `most` at most; none when it is empty. They stay. [any thread]
    batch oldest(std::size_t max_rows);

    /// Removes the rows of a batch, once they are safe elsewhere. [any thread]
    void remove(const batch& replayed);

    /// Rows in it. [any thread]
    std::uint64_t depth() const noexcept { return depth_; }

private:
    template <class Work>
    auto with_open_file(Work&& work);

    void open();
    void release_free_pages();

    const database::connection_info connection_;
    const database::timeouts        timeouts_;
    std::mutex                      mutex_; ///< one connection: a second one, of a file taken away, could remove the
                                            ///< write-ahead log of its successor when it is closed
    std::unique_ptr<database::session> db_;
    std::atomic<std::uint64_t>         depth_ = 0;
};

} // namespace verbatim::core::recording
