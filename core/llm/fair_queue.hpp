#pragma once

#include "exec/preallocated_handler.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

/// Lets a limited number of calls reach a provider at a time. Those that wait are served in turn per tenant, and first
/// come, first served within a tenant, so that one tenant's thousand calls delay another's single one by one place, not
/// by a thousand. Shared by every I/O thread; outlives whoever waits in it.
class fair_queue
{
public:
    /// One of the places; given back when it is destroyed.
    class slot
    {
    public:
        explicit slot(fair_queue& queue) noexcept
            : queue_{&queue}
        {}
        slot(slot&& other) noexcept
            : queue_{std::exchange(other.queue_, nullptr)}
        {}
        slot& operator=(slot&&) = delete;
        ~slot()
        {
            if (queue_) queue_->release();
        }

    private:
        fair_queue* queue_;
    };

    /// `capacity` is at least 1.
    explicit fair_queue(std::size_t capacity);
    fair_queue(const fair_queue&)            = delete;
    fair_queue& operator=(const fair_queue&) = delete;

    /// A place, as soon as it is this tenant's turn; none when `until` comes first. Cancellation ends the wait and
    /// throws. Resumes on the executor it was awaited on, which one thread runs. [may wait]
    sdk::task<std::optional<slot>> acquire(std::string_view tenant, std::chrono::steady_clock::time_point deadline);

    std::size_t waiting() const;   ///< [any thread]
    std::size_t in_flight() const; ///< [any thread]

private:
    struct waiter
    {
        waiter(const boost::asio::any_io_executor& executor, std::chrono::steady_clock::time_point deadline)
            : timer{executor, deadline}
        {}

        boost::asio::steady_timer  timer;  ///< touched on its own thread only
        exec::preallocated_handler wakeup; ///< for the hop there
        bool                       served = false;
    };
    struct tenant_queue
    {
        std::string                         tenant;
        std::deque<std::shared_ptr<waiter>> waiters;
    };
    class queue_entry;

    bool take_free_slot();
    void add(std::string_view tenant, const std::shared_ptr<waiter>& entry);
    void remove(std::string_view tenant, const std::shared_ptr<waiter>& entry) noexcept;
    void release() noexcept;
    void serve_next() noexcept;

    mutable std::mutex      mutex_;
    std::list<tenant_queue> queues_; ///< never an empty one; the front is served next
    std::map<std::string, std::list<tenant_queue>::iterator, std::less<>> by_tenant_;
    const std::size_t                                                     capacity_;
    std::size_t                                                           in_flight_ = 0;
};

} // namespace verbatim::core::llm
