#pragma once

#include "auth/keyring.hpp"

#include "database/place.hpp"

#include <functional>
#include <memory>
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
    explicit key_store(database::place where);
    ~key_store();

    /// All keys. A row that no version of this program can have written is left out and counted.
    struct contents
    {
        std::vector<known_key> keys;
        std::size_t            unreadable = 0;
    };
    contents read();

    /// Stored, on disk, when this returns. failure{constraint}: its id or digest is there already.
    void add(const new_key& one);

private:
    database::session& connected();

    template <class Work>
    auto with_connection(Work&& work);

    database::place                    where_;
    std::unique_ptr<database::session> session_; ///< none: to be opened
};

} // namespace verbatim::core::auth
