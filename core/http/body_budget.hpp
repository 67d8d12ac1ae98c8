#pragma once

#include <boost/intrusive/list.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace verbatim::core::http {

class body_budget;
struct owner_account;

/// Memory that a body of `body_bytes` takes until its response is made. The parser allows eight times the text, and a
/// hierarchical analysis takes up to 4.8 times (bench/hierarchical/run).
constexpr std::size_t memory_for_body(std::size_t body_bytes) noexcept
{
    constexpr std::size_t factor = 8;
    return body_bytes > static_cast<std::size_t>(-1) / factor ? static_cast<std::size_t>(-1) : body_bytes * factor;
}

/// Memory reserved for one request body, from before the body is read until nothing of it is needed. Released when
/// destroyed.
class body_reservation : public boost::intrusive::list_base_hook<>
{
public:
    /// Reserves memory_for_body of `body_bytes`, at most the whole share of `owner`, or queues for it.
    body_reservation(std::shared_ptr<body_budget> budget, std::string_view owner, std::size_t body_bytes);
    ~body_reservation();
    body_reservation(const body_reservation&)            = delete;
    body_reservation& operator=(const body_reservation&) = delete;

    bool granted() const noexcept { return granted_.load(std::memory_order_acquire); }

    /// Sets what is called when this reservation is granted: from the thread that released memory, under the budget's
    /// lock. It must not throw. False: it is granted already, and `on_granted` is never called.
    bool notify(std::function<void()> on_granted);

    /// Reserves for a body of `body_bytes` in all, without waiting. False: no room.
    bool try_grow_to(std::size_t body_bytes);

    /// Reserves `bytes` in all, without waiting. False: no room.
    bool try_hold(std::size_t bytes);

    /// Releases all but what a body of `body_bytes` needs, once its length is known.
    void shrink_to(std::size_t body_bytes);

private:
    friend class body_budget;

    const std::shared_ptr<body_budget> budget_;
    owner_account&                     account_;
    std::size_t                        memory_;
    std::function<void()>              on_granted_;
    std::atomic<bool>                  granted_ = false; ///< written under the budget's lock
};

/// The waiting reservations of one owner and size class.
struct owner_queue : boost::intrusive::list_base_hook<>
{
    boost::intrusive::list<body_reservation, boost::intrusive::constant_time_size<false>> reservations;

    owner_account* account = nullptr;
};

/// What one owner holds and waits for.
struct owner_account
{
    std::string_view           owner; ///< the key in the map
    std::size_t                reserved     = 0;
    std::size_t                reservations = 0; ///< granted and waiting
    std::array<owner_queue, 2> queues;           ///< by size class
};

/// Bounds the memory of request bodies over all connections of a server, in total and per owner. A body without memory
/// waits; until then the client keeps its bytes. Owners take turns, and reservations of one owner are granted in order
/// of arrival. Small ones, at most 1/128 of the budget, pass large ones that wait. [any thread]
class body_budget
{
public:
    /// No owner holds more than `owner_share` of `bytes`, even when the rest is free.
    body_budget(std::size_t bytes, double owner_share);

    std::size_t reserved() const;

    /// The most that was reserved since the last call of this function.
    std::size_t take_peak();

    /// Memory that one owner may hold.
    std::size_t owner_limit() const noexcept { return owner_limit_; }

private:
    friend class body_reservation;
    /// Owners with waiting reservations; the first that may hold more is served next.
    using turns = boost::intrusive::list<owner_queue, boost::intrusive::constant_time_size<false>>;

    enum size_class : unsigned char
    {
        small,
        large,
    };

    std::size_t    memory_for(std::size_t body_bytes) const noexcept;
    size_class     class_of(const body_reservation& reservation) const noexcept;
    owner_account& open_account(std::string_view owner);
    void           close_account(owner_account& account);
    void           enqueue(body_reservation& reservation);
    void           dequeue(body_reservation& reservation);
    void           grant(body_reservation& reservation);
    void           grant_waiting();
    void           grant_waiting(turns& queues);
    void           set_memory(body_reservation& reservation, std::size_t memory);

    const std::size_t  total_;
    const std::size_t  owner_limit_;
    mutable std::mutex mutex_;
    std::size_t        available_;
    std::size_t        least_available_; ///< since take_peak()

    std::array<turns, 2>                              turns_; ///< by size class
    std::map<std::string, owner_account, std::less<>> accounts_;
};

} // namespace verbatim::core::http
