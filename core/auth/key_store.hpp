#pragma once

#include "auth/keyring.hpp"

#include "database/place.hpp"

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
    digest      of;
    std::string tenant_id;
    bool        is_superuser = false;
};

/// The table api_keys of contract 23.2. Connects with the first use and, after a failure, anew with the next. Used by
/// one thread at a time; blocks. Throws database::failure.
class key_store
{
public:
    enum class ears
    {
        shut,
        open, ///< is told of changes, where the database announces them
    };

    /// When `until` asks for it, what is under way fails at once, and all that follows.
    explicit key_store(database::place where, ears to_changes = ears::shut, std::stop_token until = {});
    ~key_store();

    /// All keys. A row that no version of this program can have written is left out and counted.
    struct contents
    {
        std::vector<known_key> keys;
        std::size_t            unreadable = 0;
    };
    contents read();

    /// Stored, on disk, when this returns. False: its id or digest is there already, and nothing is stored.
    bool add(const new_key& one);

    /// A descriptor that can be read when keys may have changed since the last reading, or the connection is gone; -1
    /// where that is not to be known.
    int changes() const noexcept;

    /// Makes `changes` quiet again.
    void take_changes() noexcept;

private:
    database::session& connected();

    template <class Work>
    auto with_connection(Work&& work);

    database::place                    where_;
    ears                               ears_;
    std::stop_token                    until_;
    std::unique_ptr<database::session> session_; ///< none: to be opened
};

} // namespace verbatim::core::auth
