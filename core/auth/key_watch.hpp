#pragma once

#include "auth/key_store.hpp"
#include "auth/keyring.hpp"

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/wakeup.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <type_traits>

namespace verbatim::core::auth {

/// Keeps the stored keys of a keyring equal to the database, with a thread and sessions of its own. Reads them at once,
/// whenever the database announces a change, and at least every `interval`. While the database is unavailable the
/// keyring stays as it is.
class key_watch
{
public:
    /// A change takes effect within 15 s (docs/reference/authentication.md#refreshing-stored-keys), reading included.
    static constexpr std::chrono::seconds default_interval{10};

    /// `keys` and `log` outlive this object.
    key_watch(const database::connection_info& connection, keyring& keys, sdk::log& log,
              std::chrono::milliseconds interval = default_interval);
    ~key_watch(); ///< calls stop()
    key_watch(const key_watch&)            = delete;
    key_watch& operator=(const key_watch&) = delete;

    /// Stores a key and adds it to the keyring. Throws sdk::error: conflict if the id or the key is stored already,
    /// usage_backend_unavailable for a state of the database (database::is_state), internal_error for any other error
    /// of it. [any thread] [blocks]
    void add(const new_key& key, const change_request& change);

    /// Removes a key from the database and the keyring, and returns it. None: it is not stored. Throws like add(), but
    /// no conflict. [any thread] [blocks]
    std::optional<stored_key> remove(std::string_view key_id, const change_request& change);

    /// The keys in the database, and the last uses of these and of the startup keys. Throws like remove().
    /// [any thread] [blocks]
    struct listed_keys
    {
        std::vector<stored_key> stored;
        key_uses                uses;
    };
    listed_keys list();

    /// Makes the thread read again soon. [any thread]
    void read_soon() noexcept;

    /// Number of finished attempts to read. [any thread]
    std::uint64_t attempts() const;

    /// Waits for that number of attempts, at most `timeout`. Returns whether the last attempt succeeded. [any thread]
    /// [blocks]
    bool wait_for_attempts(std::uint64_t count, std::chrono::milliseconds timeout);

    /// Interrupts statements and joins the thread. Later calls of add() fail. [any thread except its own]
    void stop() noexcept;

private:
    template <class Work>
    std::invoke_result_t<Work&> with_writer(Work work);

    void run();
    bool read();
    bool read_into_keyring();
    void write_uses();

    keyring&                        keys_;
    sdk::log&                       log_;
    database::outage_log            outage_;
    const std::chrono::milliseconds interval_;

    std::stop_source stop_;
    std::mutex       writer_mutex_;
    key_store        writer_; ///< guarded by writer_mutex_
    key_store        reader_; ///< used by the thread only

    mutable std::mutex      mutex_;
    std::condition_variable attempt_finished_;
    std::uint64_t           attempts_  = 0;
    bool                    succeeded_ = false; ///< whether the last attempt succeeded
    std::uint64_t           changes_   = 0;     ///< keys added or removed through this object
    database::wakeup        wakeup_;
    std::thread             thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::auth
