#pragma once

#include "verbatim/sdk/export.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>

namespace verbatim::sdk {

/// A computation that may wait. It runs on the thread of its call from beginning to end, so the data of one call needs
/// no lock. When the call is cancelled, its waits throw boost::system::system_error (operation_aborted).
///
/// g++ 12 destroys an aggregate or a capturing lambda twice when it is a temporary inside a co_await expression:
/// give it a name on the line before.
template <class T = void>
using task = boost::asio::awaitable<T>;

/// Runs `step(0) … step(count - 1)`, at most `limit` of them at a time, started in order. Returns when all have ended.
/// When one throws, no further step is started, those under way are awaited, and the first exception is rethrown.
/// `step` is borrowed until the task has ended. [call] [may wait]
VERBATIM_SDK_API task<> for_each_bounded(std::size_t count, std::size_t limit,
                                         const std::function<task<>(std::size_t)>& step);

/// Name the step on the line before: g++ 12 destroys a temporary inside a co_await expression twice.
template <class Step>
requires(!std::is_lvalue_reference_v<Step>) void for_each_bounded(std::size_t count, std::size_t limit,
                                                                  Step&& step) = delete;

} // namespace verbatim::sdk
