#include "usage/group_recorder.hpp"

#include "usage/losses.hpp"
#include "usage/outage_log.hpp"
#include "usage/rows_of_calls.hpp"

#include "database/failure.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace verbatim::core::usage {
namespace {

/// Keeps a statement's text under a few megabytes; a disk's flush is paid for long before.
constexpr std::size_t largest_group = 8'192;

/// Between two attempts at a database that is locked, which is mostly waited for in the database itself.
constexpr std::chrono::milliseconds breath{50};

} // namespace

class group_recorder::desk
{
public:
    desk(std::unique_ptr<store> to, sdk::log& log, std::chrono::milliseconds goodbye)
        : store_{std::move(to)}
        , goodbye_{goodbye}
        , lost_{log}
        , outage_{log, "database"}
    {}

    void start()
    {
        thread_ = std::thread{[this] { work(); }};
    }

    void enter(attempt row, std::shared_ptr<page> on) noexcept
    {
        try
        {
            std::unique_lock lock{guard_};
            if (open_)
            {
                queue_.add(std::move(row), std::move(on)); // under the lock: a page sees its rows in this order
                ++pending_;
                const bool first = queue_.rows.size() == 1;
                lock.unlock(); // who is woken would wait for it at once
                if (first) more_.notify_one();
                return;
            }
        }
        catch (...)
        {
            // No memory: lost, as told below. Nothing was counted in.
        }
        lost_.add({&row, 1}, open_ ? "no_memory" : "stopped");
    }

    void stop() noexcept
    {
        const std::scoped_lock ending{stopping_};
        {
            const std::scoped_lock lock{guard_};
            if (open_) over_ = clock::now() + goodbye_;
            open_ = false;
            more_.notify_one();
        }
        if (thread_.joinable()) thread_.join();
        lost_.hush();
        outage_.hush();
    }

    figures counted() const noexcept
    {
        return {
            .written = written_, .lost = lost_.counted(), .commits = commits_, .pending = pending_, .database_up = up_};
    }

private:
    void work()
    {
        rows_of_calls taken;
        while (take(taken))
        {
            for (std::size_t from = 0; from < taken.rows.size(); from += largest_group)
            {
                const std::size_t count = std::min(largest_group, taken.rows.size() - from);
                write(std::span{taken.rows}.subspan(from, count));
                pending_ -= count;
                release(std::span{taken.pages}.subspan(from, count));
            }
            taken.clear();
        }
    }

    /// Waits for rows and takes all there are. False: stopped, and there are none.
    bool take(rows_of_calls& into)
    {
        std::unique_lock lock{guard_};
        more_.wait(lock, [&] { return !queue_.empty() || !open_; });
        std::swap(into, queue_);
        return !into.empty();
    }

    /// Writes the rows, or tells which are lost. Halves a group that the schema refuses until the culprit stands alone.
    void write(std::span<const attempt> rows) noexcept
    {
        const auto trouble = tried_until_free(rows);
        if (!trouble) return;
        if (*trouble != database::trouble::constraint || rows.size() == 1)
            return lost_.add(rows, database::to_string(*trouble));
        write(rows.first(rows.size() / 2));
        write(rows.subspan(rows.size() / 2));
    }

    /// Why they could not be written; none when they are. A lock is waited for, to the end of the recorder if need be.
    std::optional<database::trouble> tried_until_free(std::span<const attempt> rows) noexcept
    {
        for (;;)
        {
            const auto trouble = tried(rows);
            up_                = !trouble || *trouble == database::trouble::constraint;
            if (up_) outage_.back(0);
            else outage_.away(database::to_string(*trouble), clock::now());
            if (trouble != database::trouble::busy || !wait_for_another_try()) return trouble;
        }
    }

    std::optional<database::trouble> tried(std::span<const attempt> rows) noexcept
    {
        try
        {
            store_->write(rows);
            written_ += rows.size();
            ++commits_;
            return std::nullopt;
        }
        catch (const database::failure& error)
        {
            return error.kind();
        }
        catch (const std::exception&)
        {
            return database::trouble::other; // no memory
        }
    }

    /// False: the end has come, and its patience is over.
    bool wait_for_another_try()
    {
        std::unique_lock lock{guard_};
        if (clock::now() >= over_) return false;
        more_.wait_until(lock, std::min(over_, clock::now() + breath));
        return true;
    }

    using clock = std::chrono::steady_clock;

    std::unique_ptr<store>          store_;
    const std::chrono::milliseconds goodbye_;
    losses                          lost_;
    outage_log                      outage_;
    std::mutex                      stopping_;
    std::thread                     thread_;

    std::mutex              guard_;
    std::condition_variable more_;
    std::atomic<bool>       open_ = true;
    clock::time_point       over_ = clock::time_point::max(); ///< when nothing is tried again
    rows_of_calls           queue_;

    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> commits_ = 0;
    std::atomic<std::uint64_t> pending_ = 0;
    std::atomic<bool>          up_      = true;
};

group_recorder::group_recorder(std::unique_ptr<store> to, sdk::log& log, std::chrono::milliseconds goodbye)
    : desk_{std::make_shared<desk>(std::move(to), log, goodbye)}
{
    desk_->start();
}

group_recorder::~group_recorder() { stop(); }

std::shared_ptr<ledger> group_recorder::open() { return std::make_shared<call_ledger<desk>>(desk_); }

figures group_recorder::counted() const noexcept { return desk_->counted(); }

void group_recorder::stop() noexcept { desk_->stop(); }

} // namespace verbatim::core::usage
