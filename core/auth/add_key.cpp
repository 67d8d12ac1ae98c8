#include "auth/add_key.hpp"

#include "auth/api_key.hpp"
#include "auth/key_watch.hpp"

#include "verbatim/sdk/call.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <functional>
#include <utility>

namespace verbatim::core::auth {

namespace {

constexpr std::size_t longest_name = 255;

} // namespace

void declare(sdk::declaration& wire, key_request& asked)
{
    wire.is("KeyRequest", "A key to be made.").example(R"({"key_name": "crm-nl", "tenant_id": "tenant-nl"})");

    wire.needs("key_name", asked.key_name, "A label for people; need not be unique.")
        .at_least(1)
        .at_most(longest_name)
        .without_null_byte();
    wire.needs("tenant_id", asked.tenant_id, "Whom the key acts for. A tenant exists by having a key.")
        .at_least(1)
        .at_most(longest_name)
        .without_null_byte();
    wire.takes("is_superuser", asked.is_superuser, "Whether it may see all tenants' usage and make keys.");
}

void declare(sdk::declaration& wire, key_reply& given)
{
    wire.is("KeyReply", "The new key, shown this once: only its digest is kept.");

    wire.gives("key_id", given.key_id, "Names the key in logs.").example("3d1c1c1e-7a43-4b0e-9d3f-0d6a0a4a5b6c");
    wire.gives("api_key", given.api_key, "The secret. Send it as `Authorization: Bearer <key>`.");
}

sdk::descriptor describe_add_key()
{
    return {.name    = "add_key",
            .path    = "/v1/auth/keys",
            .summary = "Make an API key",
            .description =
                "Makes a key for a tenant. It works at once on the server that made it, and within 15 seconds on all "
                "others of the same database. The key is shown in this reply only.",
            .tag         = "User Management",
            .who         = sdk::access::superuser,
            .usage_label = {},
            .deadline    = std::chrono::seconds{30},
            .asks        = sdk::type_of<key_request>(),
            .answers     = sdk::type_of<key_reply>(),
            .success     = 201,
            .refuses     = {sdk::errc::conflict}};
}

add_key::add_key(key_watch& stored)
    : stored_{stored}
{}

sdk::task<sdk::reply> add_key::run(sdk::call& call)
{
    const auto& asked = call.asked<key_request>();

    boost::uuids::random_generator_pure fresh;
    const key_reply                     made{.key_id = to_string(fresh()), .api_key = make_api_key()};
    const std::function<void()>         store = [&] {
        stored_.add({.key_id       = made.key_id,
                             .name         = asked.key_name,
                             .of           = digest_of(made.api_key),
                             .tenant_id    = asked.tenant_id,
                             .is_superuser = asked.is_superuser});
    };
    co_await call.compute(store);
    call.log_line().write(sdk::severity::info, "key made",
                          {{"new_key_id", std::string_view{made.key_id}},
                           {"new_tenant", std::string_view{asked.tenant_id}},
                           {"is_superuser", asked.is_superuser}});
    co_return sdk::created(made);
}

} // namespace verbatim::core::auth
