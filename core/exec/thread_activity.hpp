#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace verbatim::core::exec {

/// Names the call of an operation that code runs for. The texts live as long as the label.
struct call_label
{
    std::string_view                      plugin; ///< empty for operations of the server itself
    std::string_view                      operation;
    std::string_view                      request_id;
    std::string_view                      tenant; ///< empty: none
    std::chrono::steady_clock::time_point deadline;

    /// Of its code between two waits. A job has a late deadline, and a computation that hangs would go unnoticed.
    std::chrono::seconds max_hold = std::chrono::hours{24};
};

using call_label_ptr = std::shared_ptr<const call_label>;

/// The current work of one thread, for observers of the process. Outlives its thread.
class thread_activity
{
public:
    using clock = std::chrono::steady_clock;

    struct snapshot
    {
        bool              running = false; ///< between two waits; for an I/O thread: in the code of a call
        call_label_ptr    call;            ///< null: not for a call
        clock::time_point since{};         ///< start of the current code

        /// When the code counts as stuck; time_point::max() without a call.
        clock::time_point latest_end() const noexcept { return latest_end_of(call.get(), since); }
    };

    /// `name` is at most 15 bytes, as the system allows for threads.
    explicit thread_activity(std::string name);
    thread_activity(const thread_activity&)            = delete;
    thread_activity& operator=(const thread_activity&) = delete;

    /// Makes this the activity of the current thread. Names the thread, and gives it a stack for signal handlers, which
    /// can then report an overflow of the thread's own stack. Once per thread.
    void bind_to_current_thread() noexcept;

    /// The activity of the current thread; null when none is bound. [any thread] [signal handler]
    static thread_activity* of_current_thread() noexcept;

    /// Null when it runs for no call. Used on its own thread. [signal handler]
    const call_label* call() const noexcept { return call_ ? call_->get() : nullptr; }

    std::string_view name() const noexcept { return name_; } ///< [any thread] [signal handler]
    snapshot         read() const;                           ///< [any thread]

    /// That of a snapshot, which may be the last owner of its call: for a caller that must not end a call. [any thread]
    clock::time_point latest_end() const;

    /// Marks its scope on the current thread as code that runs for `call`, which may be null and must outlive it.
    class scope
    {
    public:
        explicit scope(const call_label_ptr& call) noexcept;
        ~scope();
        scope(const scope&)            = delete;
        scope& operator=(const scope&) = delete;

    private:
        thread_activity*      activity_;
        const call_label_ptr* previous_ = nullptr;
    };

private:
    static clock::time_point latest_end_of(const call_label* call, clock::time_point since) noexcept;

    const call_label_ptr* replace(const call_label_ptr* call) noexcept;

    const std::string                  name_;
    const std::unique_ptr<std::byte[]> signal_stack_;
    mutable std::mutex                 mutex_; ///< lets other threads copy what `call_` points to
    const call_label_ptr*              call_ = nullptr;
    clock::time_point                  since_{};
};

/// The call for which the current thread runs; null if there is none. [any thread]
call_label_ptr current_call();

} // namespace verbatim::core::exec
