#pragma once

#include "exec/call_executor.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <new>
#include <utility>

namespace verbatim::core::exec {

/// Memory to post one handler to an I/O thread, allocated while a failure can still be reported: code that wakes a
/// waiter later must not throw. The handler keeps the owner of this object alive.
class preallocated_handler
{
public:
    preallocated_handler()                                       = default;
    preallocated_handler(const preallocated_handler&)            = delete;
    preallocated_handler& operator=(const preallocated_handler&) = delete;

    /// Posts `handler` to `executor`, an io_context's; never runs it inside. At most once. [any thread]
    template <class Handler>
    void post(const boost::asio::any_io_executor& executor, Handler handler) noexcept
    {
        // Only the io_context's own executor type uses the handler's allocator.
        if (const auto* context = io_executor_of(executor))
            boost::asio::post(*context, boost::asio::bind_allocator(allocator<Handler>{*this}, std::move(handler)));
        else boost::asio::post(executor, std::move(handler));
    }

private:
    template <class T>
    class allocator
    {
    public:
        using value_type = T;

        explicit allocator(preallocated_handler& owner) noexcept
            : owner_{&owner}
        {}
        template <class U>
        allocator(const allocator<U>& other) noexcept
            : owner_{other.owner_}
        {}

        T* allocate(std::size_t count)
        {
            static_assert(sizeof(T) <= sizeof storage_ && alignof(T) <= alignof(std::max_align_t));
            if (count != 1 || std::exchange(owner_->used_, true)) throw std::bad_alloc{};
            return reinterpret_cast<T*>(owner_->storage_);
        }
        void deallocate(T*, std::size_t) noexcept {}

        friend bool operator==(const allocator&, const allocator&) = default;

    private:
        template <class U>
        friend class allocator;

        preallocated_handler* owner_;
    };

    alignas(std::max_align_t) std::byte storage_[128];
    bool used_ = false;
};

} // namespace verbatim::core::exec
