#pragma once

#include "auth/keyring.hpp"

#include "database/connection_info.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace verbatim::core::database {
class session;
}

namespace verbatim::core::auth {

/// A key created at run time, as it is stored: by its digest only.
struct new_key
{
    std::string key_id; ///< UUID
    std::string name;
    digest      key_digest;
    std::string tenant_id;
    bool        is_superuser = false;
};

/// The table api_keys. Connects on first use, and again on the next use after a failure. Used by one thread at a time.
/// Blocks. Throws database::failure.
class key_store
{
public:
    enum class notifications
    {
        disabled,
        enabled, ///< listens for changes, on databases that announce them
    };

    /// When `stop` is requested, running and later statements fail at once.
    explicit key_store(database::connection_info connection, notifications mode = notifications::disabled,
                       std::stop_token stop = {});
    ~key_store();

    /// All keys. A row with an invalid digest is skipped and counted.
    struct stored_keys
    {
        std::vector<known_key> keys;
        std::size_t            unreadable = 0;
    };
    stored_keys read();

    /// Commits the key to disk. False: its id or digest is stored already, and nothing changes.
    bool add(const new_key& key);

    /// A descriptor that is readable when keys may have changed since the last read, or the connection is gone; -1 if
    /// the database announces nothing.
    int change_socket() const noexcept;

    /// Makes the descriptor unreadable again.
    void consume_changes() noexcept;

private:
    database::session& connected();

    template <class Work>
    auto with_connection(Work&& work);

    database::connection_info          connection_;
    notifications                      notifications_;
    std::stop_token                    stop_;
    std::unique_ptr<database::session> session_; ///< null: not connected
};

} // namespace verbatim::core::auth
