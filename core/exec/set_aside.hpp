#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <new>
#include <utility>

namespace verbatim::core::exec {

/// Memory for one hop to an I/O thread, set aside while a lack of it can still be told: whoever wakes a waiter later
/// may not throw. The handler keeps alive what holds it.
class set_aside
{
public:
    set_aside()                            = default;
    set_aside(const set_aside&)            = delete;
    set_aside& operator=(const set_aside&) = delete;

    /// Runs `then` on `home`, which is an io_context's, soon and never from here. At most once. [any thread]
    template <class Handler>
    void post(const boost::asio::any_io_executor& home, Handler then) noexcept
    {
        // Only an io_context's own executor asks the handler's allocator.
        if (const auto* context = home.target<boost::asio::io_context::executor_type>())
            boost::asio::post(*context, boost::asio::bind_allocator(allocator<Handler>{*this}, std::move(then)));
        else boost::asio::post(home, std::move(then));
    }

private:
    template <class T>
    class allocator
    {
    public:
        using value_type = T;

        explicit allocator(set_aside& from) noexcept
            : from_{&from}
        {}
        template <class U>
        allocator(const allocator<U>& other) noexcept
            : from_{other.from_}
        {}

        T* allocate(std::size_t count)
        {
            static_assert(sizeof(T) <= sizeof room_ && alignof(T) <= alignof(std::max_align_t));
            if (count != 1 || std::exchange(from_->taken_, true)) throw std::bad_alloc{};
            return reinterpret_cast<T*>(from_->room_);
        }
        void deallocate(T*, std::size_t) noexcept {}

        friend bool operator==(const allocator&, const allocator&) = default;

    private:
        template <class U>
        friend class allocator;

        set_aside* from_;
    };

    alignas(std::max_align_t) std::byte room_[128];
    bool taken_ = false;
};

} // namespace verbatim::core::exec
