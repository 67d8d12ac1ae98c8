#pragma once

#include "auth/key_watch.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The JSON of keys: docs/reference/operations/auth-keys.md#key.
namespace verbatim::core::key_management {

enum class key_origin
{
    configuration, ///< AUTH_API_KEYS
    database,      ///< created at run time
};
sdk::enum_values declare(key_origin);

struct key_view
{
    std::string                   key_id;
    std::string                   key_name;
    std::string                   tenant_id;
    bool                          is_superuser = false;
    key_origin                    origin       = key_origin::database;
    std::optional<sdk::date_time> created_at;
    std::optional<sdk::date_time> expires_at;
    std::optional<sdk::date_time> last_used_at;
};
void declare(sdk::schema_builder& schema, key_view& key);

struct key_list
{
    std::vector<key_view> keys;
};
void declare(sdk::schema_builder& schema, key_list& list);

/// Query of GET /v1/auth/keys.
struct key_list_query
{
    std::optional<std::string> tenant_id;
};
void declare(sdk::schema_builder& schema, key_list_query& query);

key_view view_of(const auth::stored_key& key, const auth::key_uses& uses = {});

/// The keys of the configuration, then those of the database; with a tenant only its keys.
key_list list_of(std::span<const auth::known_key> startup, const auth::key_watch::listed_keys& stored,
                 const std::optional<std::string>& tenant_id);

} // namespace verbatim::core::key_management
