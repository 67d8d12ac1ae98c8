#include "key_management/add_key.hpp"

#include "auth/api_key.hpp"
#include "auth/key_watch.hpp"
#include "auth/keyring.hpp"

#include "verbatim/sdk/call.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <functional>
#include <utility>

namespace verbatim::core::key_management {

namespace {

constexpr std::size_t max_name_characters = 255;

void refuse_operator_tenant(const key_request& request, sdk::validation_issues& issues)
{
    if (request.tenant_id == auth::operator_tenant) issues.add("tenant_id", "is reserved for the server");
}

std::optional<auth::key_time> expiry_of(const key_request& request)
{
    if (!request.expires_at) return std::nullopt;
    return auth::key_time{std::chrono::microseconds{request.expires_at->microseconds}};
}

void refuse_wrong_expiry(const key_request& request, sdk::validation_issues& issues)
{
    if (!request.expires_at) return;
    if (!request.expires_at->has_offset) issues.add("expires_at", "'expires_at' must be timezone-aware");
    else if (*expiry_of(request) <= auth::current_time()) issues.add("expires_at", "Should be in the future");
}

} // namespace

void declare(sdk::schema_builder& schema, key_request& request)
{
    schema.name("KeyRequest", "The key to create.").example(R"({"key_name": "crm-nl", "tenant_id": "tenant-nl"})");

    schema.required("key_name", request.key_name, "Label for humans; need not be unique.")
        .at_least(1)
        .at_most(max_name_characters)
        .without_null_byte();
    schema.required("tenant_id", request.tenant_id, "Tenant of the key. A tenant exists as soon as it has a key.")
        .at_least(1)
        .at_most(max_name_characters)
        .without_null_byte();
    schema.optional("is_superuser", request.is_superuser,
                    "Whether the key may read the usage of all tenants, and create, list and remove keys.");
    schema
        .optional("expires_at", request.expires_at,
                  "The key is refused from then on, with a time zone. Without it the key is valid until it is removed.")
        .example("2027-01-01T00:00:00Z");
    schema.rule(refuse_operator_tenant);
    schema.rule(refuse_wrong_expiry);
}

void declare(sdk::schema_builder& schema, key_response& response)
{
    schema.name("KeyResponse", "The new key. The server stores its digest only, so the key is returned only here.");

    schema.field("key_id", response.key_id, "Identifies the key in logs.")
        .example("3d1c1c1e-7a43-4b0e-9d3f-0d6a0a4a5b6c");
    schema.field("api_key", response.api_key, "The secret. Send it as `Authorization: Bearer <key>`.")
        .example("vb_0123456789abcdefghijklmnopqrstuvwxyz");
}

sdk::descriptor describe_add_key()
{
    return {
        .name    = "add_key",
        .path    = "/v1/auth/keys",
        .summary = "Create an API key",
        .description =
            "Creates a key for a tenant. The key is valid at once on this server, and within 15 seconds on all other "
            "servers of the same database. It is returned only in this response.",
        .tag            = "User Management",
        .access         = sdk::access_level::superuser,
        .deadline       = std::chrono::seconds{30},
        .request        = sdk::type_of<key_request>(),
        .response       = sdk::type_of<key_response>(),
        .success_status = 201,
        .headers        = {{"Cache-Control", "no-store"}},
        .errors         = {sdk::errc::conflict}};
}

add_key::add_key(auth::key_watch& keys)
    : keys_{keys}
{}

sdk::task<key_response> add_key::run(sdk::call& call, const key_request& request) const
{
    boost::uuids::random_generator_pure generate_id;
    key_response                        response{.key_id = to_string(generate_id()), .api_key = auth::make_api_key()};
    const std::function<void()>         store = [&] {
        keys_.add({.key_id       = response.key_id,
                           .name         = request.key_name,
                           .key_digest   = auth::digest_of(response.api_key),
                           .tenant_id    = request.tenant_id,
                           .is_superuser = request.is_superuser,
                           .expires      = expiry_of(request)},
                          {.key_id = call.key_id(), .request_id = call.request_id()});
    };
    co_await call.compute(store);
    call.log().write(sdk::severity::info, "key_created",
                     {{"new_key_id", std::string_view{response.key_id}},
                      {"new_tenant", std::string_view{request.tenant_id}},
                      {"is_superuser", request.is_superuser}});
    co_return response;
}

} // namespace verbatim::core::key_management
