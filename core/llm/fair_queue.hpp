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

/// Limits concurrent provider requests. Waiting calls are served round-robin over tenants and first in, first out
/// within a tenant, so a tenant with a thousand calls delays another tenant's call by one. Shared by all I/O threads;
/// outlives the calls that wait.
class fair_queue
{
public:
    /// The right to send one request; released by the destructor.
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

    /// Waits for a slot; none when `deadline` passes first. Cancellation throws. Resumes on the awaiting executor,
    /// which one thread runs. [may wait]
    sdk::task<std::optional<slot>> acquire(std::string_view tenant, std::chrono::steady_clock::time_point deadline);

    std::size_t waiting() const;   ///< [any thread]
    std::size_t in_flight() const; ///< [any thread]

private:
    struct waiter
    {
        waiter(const boost::asio::any_io_executor& executor, std::chrono::steady_clock::time_point deadline)
            : timer{executor, deadline}
        {}

        boost::asio::steady_timer  timer;  ///< used on its own thread only
        exec::preallocated_handler wakeup; ///< posted to that thread
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
    std::list<tenant_queue> queues_; ///< none is empty; the front is served next
    std::map<std::string, std::list<tenant_queue>::iterator, std::less<>> by_tenant_;
    const std::size_t                                                     capacity_;
    std::size_t                                                           in_flight_ = 0;
};

} // namespace verbatim::core::llm
