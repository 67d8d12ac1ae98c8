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
class body_place : public boost::intrusive::list_base_hook<>
{
public:
    /// Takes room for so many bytes, of all there is at most, or stands in line; `ready` is called once there is room,
    /// from whatever thread made it, and never from here. It must not throw.
    body_place(std::shared_ptr<body_budget> of, std::size_t bytes, std::function<void()> ready);
    ~body_place();
    body_place(const body_place&)            = delete;
    body_place& operator=(const body_place&) = delete;

    bool has_room() const noexcept { return has_room_.load(std::memory_order_acquire); }

    /// Gives back all but so many bytes, once more is known of the body.
    void shrink_to(std::size_t bytes);

private:
    friend class body_budget;

    const std::shared_ptr<body_budget> of_;
    std::size_t                        bytes_;
    const std::function<void()>        ready_;
    std::atomic<bool>                  has_room_ = false; ///< written under the budget's guard
};

/// The memory of large bodies, for all connections of a server: who finds no room waits in line, and meanwhile the
/// client's bytes stay with the client. [any thread]
class body_budget
{
public:
    /// A body of at most so many bytes needs no place: it is never kept waiting.
    static constexpr std::size_t small = 1024 * 1024;

    explicit body_budget(std::size_t bytes) noexcept
        : total_{bytes}
        , left_{bytes}
    {}

    std::size_t held() const;

private:
    friend class body_place;

    void serve_line();

    const std::size_t  total_;
    mutable std::mutex guard_;
    std::size_t        left_;

    boost::intrusive::list<body_place, boost::intrusive::constant_time_size<false>> line_;
};

} // namespace verbatim::core::http
