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

/// One body's place in a budget, from before it is read until nothing of it is needed. Given back when destroyed.
class body_reservation : public boost::intrusive::list_base_hook<>
{
public:
    /// Takes room for so many bytes, of all there is at most, or stands in line; `ready` is called once there is room,
    /// from whatever thread made it, and never from here. It must not throw.
    body_reservation(std::shared_ptr<body_budget> budget, std::size_t bytes, std::function<void()> on_granted);
    ~body_reservation();
    body_reservation(const body_reservation&)            = delete;
    body_reservation& operator=(const body_reservation&) = delete;

    bool granted() const noexcept { return granted_.load(std::memory_order_acquire); }

    /// Gives back all but so many bytes, once more is known of the body.
    void shrink_to(std::size_t bytes);

private:
    friend class body_budget;

    const std::shared_ptr<body_budget> budget_;
    std::size_t                        bytes_;
    const std::function<void()>        on_granted_;
    std::atomic<bool>                  granted_ = false; ///< written under the budget's guard
};

/// The memory of large bodies, for all connections of a server: who finds no room waits in line, and meanwhile the
/// client's bytes stay with the client. [any thread]
class body_budget
{
public:
    /// A body of at most so many bytes needs no place: it is never kept waiting.
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
