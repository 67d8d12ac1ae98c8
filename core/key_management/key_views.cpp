#include "key_management/key_views.hpp"

#include "gateway/json_response.hpp"

namespace verbatim::core::key_management {

using gateway::date_time_of;

namespace {

std::optional<auth::key_time> last_use(const auth::key_uses& uses, std::string_view key_id)
{
    const auto use = uses.find(key_id);
    return use == uses.end() ? std::nullopt : std::optional{use->second};
}

key_view view_of(const auth::known_key& key, const auth::key_uses& uses)
{
    return {.key_id       = key.owner.key_id,
            .key_name     = key.name,
            .tenant_id    = key.owner.tenant_id,
            .is_superuser = key.owner.is_superuser,
            .origin       = key_origin::configuration,
            .created_at   = std::nullopt,
            .expires_at   = date_time_of(key.expires),
            .last_used_at = date_time_of(last_use(uses, key.owner.key_id))};
}

} // namespace

sdk::enum_values declare(key_origin)
{
    return {"KeyOrigin",
            {{"configuration", key_origin::configuration, "An element of `AUTH_API_KEYS`."},
             {"database", key_origin::database, "Created while a server runs."}}};
}

void declare(sdk::schema_builder& schema, key_view& key)
{
    schema.name("Key", "An API key, without the key itself.");

    schema.field("key_id", key.key_id, "Identifies the key in logs.").example("3d1c1c1e-7a43-4b0e-9d3f-0d6a0a4a5b6c");
    schema.field("key_name", key.key_name, "Label for humans.").example("crm-nl");
    schema.field("tenant_id", key.tenant_id, "Tenant of the key.").example("tenant-nl");
    schema.field("is_superuser", key.is_superuser, "Whether the key has the rights of a superuser.");
    schema.field("origin", key.origin, "Where the key comes from.").example("database");
    schema.field("created_at", key.created_at, "When the key was created; null for a key of the configuration.")
        .example("2026-11-22T09:15:00Z");
    schema.field("expires_at", key.expires_at, "The key is refused from then on; null: it does not expire.");
    schema.field("last_used_at", key.last_used_at, "Begin of the last hour in which a server accepted it; null: never.")
        .example("2026-11-22T14:00:00Z");
}

void declare(sdk::schema_builder& schema, key_list& list)
{
    schema.name("KeyList", "The keys that servers accept, and expired ones.");

    schema.field("keys", list.keys, "The keys of this server's configuration, then created keys, oldest first.");
}

void declare(sdk::schema_builder& schema, key_list_query& query)
{
    schema.name("KeyListQuery", "Which keys to list.");

    schema.optional("tenant_id", query.tenant_id, "Only the keys of this tenant.").at_least(1).at_most(255);
}

key_view view_of(const auth::stored_key& key, const auth::key_uses& uses)
{
    return {.key_id       = key.key_id,
            .key_name     = key.name,
            .tenant_id    = key.tenant_id,
            .is_superuser = key.is_superuser,
            .origin       = key_origin::database,
            .created_at   = date_time_of(key.created),
            .expires_at   = date_time_of(key.expires),
            .last_used_at = date_time_of(last_use(uses, key.key_id))};
}

key_list list_of(std::span<const auth::known_key> startup, const auth::key_watch::listed_keys& stored,
                 const std::optional<std::string>& tenant_id)
{
    key_list   list;
    const auto add = [&](key_view key) {
        if (!tenant_id || key.tenant_id == *tenant_id) list.keys.push_back(std::move(key));
    };
    for (const auto& key : startup) add(view_of(key, stored.uses));
    for (const auto& key : stored.stored) add(view_of(key, stored.uses));
    return list;
}

} // namespace verbatim::core::key_management
