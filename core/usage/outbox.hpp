#pragma once

#include "usage/attempt.hpp"

#include "database/place.hpp"
#include "database/session.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace verbatim::core::usage {

/// Where rows lie that the database has not taken yet: a SQLite file on the local disk (WAL, synchronous FULL), bounded
/// by the disk alone. What put() has taken outlives the process and the machine's power. Holds usage rows and nothing
/// else; no word of a record. Several processes may share the file: a row may then reach the database twice, which it
/// takes once. Every member throws database::failure, opens anew after one, and makes a file that was taken away again.
class outbox
{
public:
    /// Opens, and counts what an earlier process left.
    explicit outbox(const std::filesystem::path& file, database::patience with = {});
    ~outbox();

    /// On disk when this returns. [any thread]
    void put(std::span<const attempt> rows);

    struct batch
    {
        std::vector<attempt> rows;
        std::int64_t         last = 0; ///< for drop()
    };

    /// The oldest rows, `most` at most; none when it is empty. They stay. [any thread]
    batch oldest(std::size_t most);

    /// Removes the rows of a batch, once they are safe elsewhere. [any thread]
    void drop(const batch& done);

    /// Rows in it. [any thread]
    std::uint64_t depth() const noexcept { return depth_; }

private:
    template <class Work>
    auto on_open_file(Work&& work);

    void open();
    void give_back_space();

    const database::place    where_;
    const database::patience with_;
    std::mutex               guard_; ///< one connection: a second one, of a file taken away, could remove the
                                     ///< write-ahead log of its successor when it is closed
    std::unique_ptr<database::session> on_;
    std::atomic<std::uint64_t>         depth_ = 0;
};

} // namespace verbatim::core::usage
