#pragma once

#include <boost/intrusive/list.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace verbatim::core::http {

class body_budget;

/// Memory reserved for one request body, from before the body is read until nothing of it is needed. Released when
/// destroyed.
class body_reservation : public boost::intrusive::list_base_hook<>
{
public:
    /// Reserves `bytes`, at most the whole budget, or waits. `on_granted` is called when a waiting reservation
    /// is granted: from the thread that released memory, under the budget's lock, and never from this constructor. It
    /// must not throw.
    body_reservation(std::shared_ptr<body_budget> budget, std::size_t bytes, std::function<void()> on_granted);
    ~body_reservation();
    body_reservation(const body_reservation&)            = delete;
    body_reservation& operator=(const body_reservation&) = delete;

    bool granted() const noexcept { return granted_.load(std::memory_order_acquire); }

    /// Releases all but `bytes`, once the length of the body is known.
    void shrink_to(std::size_t bytes);

private:
    friend class body_budget;

    const std::shared_ptr<body_budget> budget_;
    std::size_t                        bytes_;
    const std::function<void()>        on_granted_;
    std::atomic<bool>                  granted_ = false; ///< written under the budget's lock
};

/// Bounds the memory of large request bodies over all connections of a server. A body without memory waits; until then
/// the client keeps its bytes. [any thread]
class body_budget
{
public:
    /// Bodies of at most this many bytes need no reservation and never wait.
    static constexpr std::size_t small_body = 1024 * 1024;

    explicit body_budget(std::size_t bytes) noexcept
        : total_{bytes}
        , available_{bytes}
    {}

    std::size_t reserved() const;

private:
    friend class body_reservation;

    void grant_waiting();

    const std::size_t  total_;
    mutable std::mutex mutex_;
    std::size_t        available_;

    boost::intrusive::list<body_reservation, boost::intrusive::constant_time_size<false>> waiting_;
};

} // namespace verbatim::core::http
