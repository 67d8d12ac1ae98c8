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

/// A key made while the server runs, as it is stored: the key itself is not.
struct new_key
{
    std::string key_id; ///< UUID
    std::string name;
    digest      key_digest;
    std::string tenant_id;
    bool        is_superuser = false;
};

/// The table api_keys of contract 23.2. Connects with the first use and, after a failure, anew with the next. Used by
/// one thread at a time; blocks. Throws database::failure.
class key_store
{
public:
    enum class notifications
    {
        disabled,
        enabled, ///< is told of changes, where the database announces them
    };

    /// When `until` asks for it, what is under way fails at once, and all that follows.
    explicit key_store(database::connection_info connection, notifications mode = notifications::disabled,
                       std::stop_token stop = {});
    ~key_store();

    /// All keys. A row that no version of this program can have written is left out and counted.
    struct stored_keys
    {
        std::vector<known_key> keys;
        std::size_t            unreadable = 0;
    };
    stored_keys read();

    /// Stored, on disk, when this returns. False: its id or digest is there already, and nothing is stored.
    bool add(const new_key& key);

    /// A descriptor that can be read when keys may have changed since the last reading, or the connection is gone; -1
    /// where that is not to be known.
    int change_socket() const noexcept;

    /// Makes `changes` quiet again.
    void consume_changes() noexcept;

private:
    database::session& connected();

    template <class Work>
    auto with_connection(Work&& work);

    database::connection_info          connection_;
    notifications                      notifications_;
    std::stop_token                    stop_;
    std::unique_ptr<database::session> session_; ///< none: to be opened
};

} // namespace verbatim::core::auth
