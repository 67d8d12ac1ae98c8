#include "usage/group_recorder.hpp"

#include "usage/losses.hpp"
#include "usage/rows_of_calls.hpp"

#include "database/failure.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace verbatim::core::usage {
namespace {

/// Keeps a statement's text under a few megabytes; a disk's flush is paid for long before.
constexpr std::size_t largest_group = 8'192;

} // namespace

class group_recorder::desk
{
public:
    desk(std::unique_ptr<store> to, sdk::log& log)
        : store_{std::move(to)}
        , lost_{log}
    {}

    void start()
    {
        thread_ = std::thread{[this] { work(); }};
    }

    void enter(attempt row, std::shared_ptr<page> on) noexcept
    {
        try
        {
            const std::scoped_lock lock{guard_};
            if (open_)
            {
                queue_.add(std::move(row), std::move(on)); // under the lock: a page sees its rows in this order
                ++pending_;
                if (queue_.rows.size() == 1) more_.notify_one();
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
            open_ = false;
            more_.notify_one();
        }
        if (thread_.joinable()) thread_.join();
        lost_.hush();
    }

    figures counted() const noexcept { return {written_, lost_.counted(), commits_, pending_}; }

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
        bool refused = false;
        try
        {
            store_->write(rows);
            written_ += rows.size();
            ++commits_;
            return;
        }
        catch (const database::failure& error)
        {
            refused = error.kind() == database::trouble::constraint;
            if (!refused || rows.size() == 1) return lost_.add(rows, database::to_string(error.kind()));
        }
        catch (const std::exception&)
        {
            return lost_.add(rows, "no_memory");
        }
        write(rows.first(rows.size() / 2));
        write(rows.subspan(rows.size() / 2));
    }

    std::unique_ptr<store> store_;
    losses                 lost_;
    std::mutex             stopping_;
    std::thread            thread_;

    std::mutex              guard_;
    std::condition_variable more_;
    std::atomic<bool>       open_ = true;
    rows_of_calls           queue_;

    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> commits_ = 0;
    std::atomic<std::uint64_t> pending_ = 0;
};

group_recorder::group_recorder(std::unique_ptr<store> to, sdk::log& log)
    : desk_{std::make_shared<desk>(std::move(to), log)}
{
    desk_->start();
}

group_recorder::~group_recorder() { stop(); }

std::shared_ptr<ledger> group_recorder::open() { return std::make_shared<call_ledger<desk>>(desk_); }

figures group_recorder::counted() const noexcept { return desk_->counted(); }

void group_recorder::stop() noexcept { desk_->stop(); }

} // namespace verbatim::core::usage
