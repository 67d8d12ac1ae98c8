#include "usage/group_recorder.hpp"

#include "usage/page.hpp"

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
        , log_{&log}
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
                make_room();
                on->came_in(); // under the lock, so that a page sees its rows in the order of the queue
                rows_.push_back(std::move(row));
                pages_.push_back(std::move(on));
                ++pending_;
                if (rows_.size() == 1) more_.notify_one();
                return;
            }
        }
        catch (...)
        {
            // No memory: lost, as told below. Nothing was counted in.
        }
        lose({&row, 1}, open_ ? "no_memory" : "stopped");
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
        const std::scoped_lock telling{telling_};
        log_ = nullptr; // ledgers may outlive the log
    }

    figures counted() const noexcept { return {written_, lost_, commits_, pending_}; }

private:
    /// What can throw, before anything has been counted.
    void make_room()
    {
        if (rows_.size() == rows_.capacity()) rows_.reserve(2 * rows_.size() + 16);
        if (pages_.size() == pages_.capacity()) pages_.reserve(2 * pages_.size() + 16);
    }

    void work()
    {
        std::vector<attempt>               rows;
        std::vector<std::shared_ptr<page>> pages;
        while (take(rows, pages))
        {
            for (std::size_t from = 0; from < rows.size(); from += largest_group)
            {
                const std::size_t count = std::min(largest_group, rows.size() - from);
                write(std::span{rows}.subspan(from, count));
                release(std::span{pages}.subspan(from, count));
            }
            rows.clear();
            pages.clear();
        }
    }

    /// Waits for rows and takes all there are. False: stopped, and there are none.
    bool take(std::vector<attempt>& rows, std::vector<std::shared_ptr<page>>& pages)
    {
        std::unique_lock lock{guard_};
        more_.wait(lock, [&] { return !rows_.empty() || !open_; });
        rows.swap(rows_);
        pages.swap(pages_);
        return !rows.empty();
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
            if (!refused || rows.size() == 1) return lose(rows, database::to_string(error.kind()));
        }
        catch (const std::exception&)
        {
            return lose(rows, "no_memory");
        }
        write(rows.first(rows.size() / 2));
        write(rows.subspan(rows.size() / 2));
    }

    void lose(std::span<const attempt> rows, std::string_view why) noexcept
    {
        lost_ += rows.size();
        for (const attempt& one : rows)
        {
            try
            {
                const std::scoped_lock lock{telling_};
                if (log_ == nullptr) return;
                log_->write(sdk::severity::error, "usage row lost",
                            {{"tenant", std::string_view{one.tenant_id}},
                             {"operation", std::string_view{one.operation}},
                             {"request_id", std::string_view{one.call_id}},
                             {"error_class", why}});
            }
            catch (...)
            {
                // The count above is what remains of a line that cannot be written either.
            }
        }
    }

    void release(std::span<std::shared_ptr<page>> pages) noexcept
    {
        pending_ -= pages.size();
        // Rows of one call mostly stand together.
        for (std::size_t from = 0; from < pages.size();)
        {
            std::size_t to = from + 1;
            while (to < pages.size() && pages[to] == pages[from]) ++to;
            pages[from]->went_out(to - from);
            from = to;
        }
    }

    std::unique_ptr<store> store_;
    std::mutex             telling_;
    sdk::log*              log_; ///< none after stop
    std::mutex             stopping_;
    std::thread            thread_;

    std::mutex                         guard_;
    std::condition_variable            more_;
    std::atomic<bool>                  open_ = true;
    std::vector<attempt>               rows_;
    std::vector<std::shared_ptr<page>> pages_; ///< of the row at the same index

    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> lost_    = 0;
    std::atomic<std::uint64_t> commits_ = 0;
    std::atomic<std::uint64_t> pending_ = 0;
};

namespace {

template <class Desk>
class call_ledger final : public ledger
{
public:
    explicit call_ledger(std::shared_ptr<Desk> at)
        : desk_{std::move(at)}
    {}

    void enter(attempt row) noexcept override { desk_->enter(std::move(row), page_); }

    sdk::task<> settled() override { return page_->all_out(); }

private:
    std::shared_ptr<Desk> desk_;
    std::shared_ptr<page> page_ =
        std::make_shared<page>(); ///< its own: the recorder needs it until the last row is out
};

} // namespace

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
