#pragma once

#include "auth/key_store.hpp"
#include "auth/keyring.hpp"

#include "database/connection_info.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace verbatim::core::auth {

/// Keeps the stored keys of a keyring true to the database, with a thread and a connection of its own: reads them at
/// once, whenever the database announces a change, and at least every `every`. While it is away the keyring keeps what
/// it has.
///
/// One line tells when the database is lost, and one when it is back.
class key_watch
{
public:
    /// Contract 4.3 allows 15 s from a change to its notice; the rest is for reading.
    static constexpr std::chrono::seconds default_interval{10};

    /// Keyring and log outlive it.
    key_watch(const database::connection_info& connection, keyring& keys, sdk::log& log,
              std::chrono::milliseconds interval = default_interval);
    ~key_watch(); ///< stops
    key_watch(const key_watch&)            = delete;
    key_watch& operator=(const key_watch&) = delete;

    /// Stores a key and puts it into the keyring. Throws sdk::error: conflict when there is one like it,
    /// usage_backend_unavailable when the database cannot be reached or is locked, internal_error for any other trouble
    /// with it. [any thread] [blocks]
    void add(const new_key& key);

    /// Reads once more, soon. [any thread]
    void read_soon() noexcept;

    /// How often reading has been tried, to its end. [any thread]
    std::uint64_t attempts() const;

    /// Waits until reading has been tried so often, at most `longest`. Whether the last attempt has succeeded. [any
    /// thread] [blocks]
    bool wait_for_attempts(std::uint64_t count, std::chrono::milliseconds timeout);

    /// No more reading and adding; what is under way is broken off. [not its own thread]
    void stop() noexcept;

private:
    /// Wakes a thread that waits in poll.
    class wakeup
    {
    public:
        wakeup();
        ~wakeup();
        wakeup(const wakeup&)            = delete;
        wakeup& operator=(const wakeup&) = delete;

        void notify() noexcept;
        /// Until it rings, or the other descriptor can be read (-1: there is none); then it is silent again.
        void wait(std::chrono::milliseconds timeout, int other_descriptor) noexcept;

    private:
        int descriptor_;
    };

    bool store_key(const new_key& key);
    void run();
    void read();
    bool read_into_keyring();
    void report_state(std::string_view error);

    keyring&                        keys_;
    sdk::log&                       log_;
    const std::chrono::milliseconds interval_;

    std::stop_source stop_;
    std::mutex       add_mutex_;
    key_store        writer_; ///< with adding_ held
    key_store        reader_; ///< the thread's

    mutable std::mutex      mutex_;
    std::condition_variable attempt_finished_;
    std::uint64_t           attempts_  = 0;
    bool                    succeeded_ = false; ///< the last attempt
    std::uint64_t           added_     = 0;     ///< keys, by this process
    wakeup                  wakeup_;
    std::string             reported_error_; ///< as last told; the thread's
    std::thread             thread_;         ///< last: it uses all of the above
};

} // namespace verbatim::core::auth
