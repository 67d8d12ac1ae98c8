#pragma once

#include "auth/keyring.hpp"

#include "database/connection_info.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::database {
class session;
}

namespace verbatim::core::auth {

/// A key created at run time, as it is stored: by its digest only.
struct new_key
{
    std::string             key_id; ///< UUID
    std::string             name;
    digest                  key_digest;
    std::string             tenant_id;
    bool                    is_superuser = false;
    std::optional<key_time> expires      = {};
};

/// The request that creates or removes a key, for the table api_key_changes.
struct change_request
{
    std::string_view key_id; ///< of the caller
    std::string_view request_id;
};

/// A row of the table, without the digest.
struct stored_key
{
    std::string             key_id;
    std::string             name;
    std::string             tenant_id;
    bool                    is_superuser = false;
    key_time                created;
    std::optional<key_time> expires;
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
    bool add(const new_key& key, const change_request& change);

    /// Commits the removal. Returns the removed key; none: there is no such key.
    std::optional<stored_key> remove(std::string_view key_id, const change_request& change);

    /// In the order of their creation.
    std::vector<stored_key> list();

    /// The last uses of keys that any server stored, of startup keys too.
    key_uses read_uses();

    /// Uses of keys that are stored or in `startup`; other keys were removed meanwhile. Later uses in the database
    /// stay.
    void write_uses(const key_uses& uses, const std::vector<known_key>& startup);

    /// A descriptor that is readable when keys may have changed since the last read, or the connection is gone; -1 if
    /// the database announces nothing.
    int change_socket() const noexcept;

    /// Makes the descriptor unreadable again.
    void consume_changes() noexcept;

private:
    /// The session, which it opens first if there is none.
    database::session& open_session();

    template <class Work>
    auto with_connection(Work&& work);

    database::connection_info          connection_;
    notifications                      notifications_;
    std::stop_token                    stop_;
    std::unique_ptr<database::session> session_; ///< null: not connected
};

} // namespace verbatim::core::auth
