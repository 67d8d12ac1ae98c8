#pragma once

#include "exec/thread_activity.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/require.hpp>

#include <type_traits>
#include <utility>

namespace verbatim::core::exec {

/// Runs the code of one call on an executor and labels the thread meanwhile. A coroutine that is spawned on it is
/// labelled whenever it runs, after every wait, and so are the coroutines that it spawns.
template <class Inner>
class call_executor
{
public:
    call_executor(Inner inner, call_label_ptr call) noexcept
        : inner_{std::move(inner)}
        , call_{std::move(call)}
    {}

    const Inner& inner() const noexcept { return inner_; }

    template <class Property>
    requires(boost::asio::can_query_v<const Inner&, Property>) decltype(auto) query(const Property& property) const
        noexcept(boost::asio::is_nothrow_query_v<const Inner&, Property>)
    {
        return boost::asio::query(inner_, property);
    }

    template <class Property>
    requires(boost::asio::can_require_v<const Inner&, Property>) auto require(const Property& property) const
    {
        auto required = boost::asio::require(inner_, property);
        return call_executor<decltype(required)>{std::move(required), call_};
    }

    template <class Function>
    void execute(Function&& function) const
    {
        inner_.execute([call = call_, run = std::forward<Function>(function)]() mutable {
            const thread_activity::scope labelled{call};
            std::move(run)();
        });
    }

    friend bool operator==(const call_executor& a, const call_executor& b) noexcept
    {
        return a.inner_ == b.inner_ && a.call_ == b.call_;
    }

private:
    Inner          inner_;
    call_label_ptr call_;
};

using io_executor = boost::asio::io_context::executor_type;

/// An executor for the code of a call; `executor` itself where it is not that of an io_context.
inline boost::asio::any_io_executor make_call_executor(const boost::asio::any_io_executor& executor,
                                                       call_label_ptr                      call)
{
    const auto* context = executor.target<io_executor>();
    return context ? call_executor<io_executor>{*context, std::move(call)} : executor;
}

/// The executor of the io_context below an executor of one of its calls; null when there is none.
inline const io_executor* io_executor_of(const boost::asio::any_io_executor& executor) noexcept
{
    if (const auto* labelled = executor.target<call_executor<io_executor>>()) return &labelled->inner();
    return executor.target<io_executor>();
}

} // namespace verbatim::core::exec
