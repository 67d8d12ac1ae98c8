#include "exec/thread_activity.hpp"

#include <csignal>
#include <pthread.h>
#include <utility>

namespace verbatim::core::exec {

namespace {

/// Enough for a handler that formats one line.
constexpr std::size_t signal_stack_size = 64 * 1024;

constinit thread_local thread_activity* activity_of_thread = nullptr;

bool has_signal_stack() noexcept
{
    stack_t current{};
    return ::sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0;
}

} // namespace

thread_activity::thread_activity(std::string name)
    : name_{std::move(name)}
    , signal_stack_{std::make_unique_for_overwrite<std::byte[]>(signal_stack_size)}
{}

void thread_activity::bind_to_current_thread() noexcept
{
    activity_of_thread = this;
    ::pthread_setname_np(::pthread_self(), name_.c_str());
    if (has_signal_stack()) return; // of a sanitizer, which frees it itself
    stack_t stack{};
    stack.ss_sp   = signal_stack_.get();
    stack.ss_size = signal_stack_size;
    ::sigaltstack(&stack, nullptr);
}

thread_activity* thread_activity::of_current_thread() noexcept { return activity_of_thread; }

thread_activity::snapshot thread_activity::read() const
{
    const std::scoped_lock lock{mutex_};
    if (!call_) return {};
    return {true, *call_, since_};
}

thread_activity::clock::time_point thread_activity::latest_end() const
{
    const std::scoped_lock lock{mutex_};
    return latest_end_of(call(), since_);
}

thread_activity::clock::time_point thread_activity::latest_end_of(const call_label* call,
                                                                  clock::time_point since) noexcept
{
    return call ? std::min(call->deadline, since + call->max_hold) : clock::time_point::max();
}

const call_label_ptr* thread_activity::replace(const call_label_ptr* call) noexcept
{
    const auto             now = call ? clock::now() : clock::time_point{}; // without a call nobody reads it
    const std::scoped_lock lock{mutex_};
    since_ = now;
    return std::exchange(call_, call);
}

thread_activity::scope::scope(const call_label_ptr& call) noexcept
    : activity_{activity_of_thread}
{
    if (activity_) previous_ = activity_->replace(&call);
}

thread_activity::scope::~scope()
{
    if (activity_) activity_->replace(previous_);
}

call_label_ptr current_call()
{
    const auto* activity = activity_of_thread;
    return activity ? activity->read().call : nullptr;
}

} // namespace verbatim::core::exec
