#pragma once

#include "exec/preallocated_handler.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::exec {

/// Whether a client waits for a call.
enum class call_urgency : unsigned char
{
    interactive,
    background,
};

/// Limits how many calls use a resource at a time, in total and per tenant. Waiting calls are served round-robin over
/// tenants and first in, first out within a tenant. A tenant with a thousand calls therefore delays another tenant's
/// call by one. Interactive calls go before background calls, which get a share of the slots nevertheless. Shared by
/// all I/O threads; outlives the calls that wait.
class fair_queue
{
    struct waiter
    {
        waiter(const boost::asio::any_io_executor& executor, std::chrono::steady_clock::time_point deadline,
               call_urgency urgency_of_call)
            : timer{executor, deadline}
            , urgency{urgency_of_call}
        {}

        boost::asio::steady_timer timer;  ///< used on its own thread only
        preallocated_handler      wakeup; ///< posted to that thread
        const call_urgency        urgency;
        bool                      served = false;
    };
    using waiter_queue = std::list<std::shared_ptr<waiter>>; ///< allocates nothing while it is empty
    struct tenant_state
    {
        std::size_t                 in_flight = 0;
        std::array<waiter_queue, 2> waiters; ///< by urgency
    };
    using tenant_map      = std::map<std::string, tenant_state, std::less<>>; ///< only tenants with a slot or a waiter
    using tenant_position = tenant_map::iterator;

public:
    /// The right to use the resource; released by the destructor.
    class slot
    {
    public:
        slot(slot&& other) noexcept
            : queue_{std::exchange(other.queue_, nullptr)}
            , tenant_{other.tenant_}
        {}
        slot& operator=(slot&&) = delete;
        ~slot()
        {
            if (queue_) queue_->release(tenant_);
        }

    private:
        friend class fair_queue;

        slot(fair_queue& queue, tenant_position tenant) noexcept
            : queue_{&queue}
            , tenant_{tenant}
        {}

        fair_queue*     queue_;
        tenant_position tenant_;
    };

    /// Both limits are at least 1; a 0 counts as 1. No tenant holds more than `tenant_limit`, even when other slots are
    /// free. While calls of both kinds wait, background calls get `background_share` of the slots, from 0 to 1.
    fair_queue(std::size_t capacity, std::size_t tenant_limit, double background_share = 0);
    explicit fair_queue(std::size_t capacity)
        : fair_queue{capacity, capacity}
    {}
    fair_queue(const fair_queue&)            = delete;
    fair_queue& operator=(const fair_queue&) = delete;

    /// Waits for a slot; none when `deadline` passes first. Cancellation throws. Resumes on the awaiting executor,
    /// which one thread runs. [may wait]
    sdk::task<std::optional<slot>> acquire(std::string_view tenant, std::chrono::steady_clock::time_point deadline,
                                           call_urgency urgency = call_urgency::interactive);

    /// Replaces the limits of the constructor. Slots that are held stay so; the next ones wait until a smaller limit
    /// allows them. [any thread]
    void set_limits(std::size_t capacity, std::size_t tenant_limit) noexcept;

    std::size_t waiting() const;                        ///< [any thread]
    std::size_t waiting(std::string_view tenant) const; ///< [any thread]
    std::size_t in_flight() const;                      ///< [any thread]

private:
    class queue_entry;
    using turn_list = std::list<tenant_position>;

    std::optional<slot> take_free_slot(std::string_view tenant);
    tenant_position     find_or_add(std::string_view tenant);
    tenant_position     add(std::string_view tenant, const std::shared_ptr<waiter>& entry);
    void                remove(tenant_position tenant, const std::shared_ptr<waiter>& entry) noexcept;
    turn_list::iterator next_turn(call_urgency urgency) noexcept;
    call_urgency        next_urgency() noexcept;
    void                release(tenant_position tenant) noexcept;
    void                release_locked(tenant_position tenant) noexcept;
    void                erase_if_idle(tenant_position tenant) noexcept;
    bool                serve_next() noexcept;

    mutable std::mutex       mutex_;
    tenant_map               tenants_;
    std::array<turn_list, 2> turns_; ///< by urgency: tenants with waiters; the first that may have a slot is next
    std::size_t              capacity_;
    std::size_t              tenant_limit_;
    const double             background_share_;
    double                   background_credit_ = 0; ///< slots that background calls are owed; served at 1
    std::size_t              in_flight_         = 0;
};

/// The slots that a tenant may hold: `share` of the capacity, rounded up. At least one; with a share below 1 at least
/// one slot is left to others, unless there is only one.
std::size_t tenant_limit_for(std::size_t capacity, double share);

} // namespace verbatim::core::exec
