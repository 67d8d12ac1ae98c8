#include "key_management/key_routes.hpp"

#include "exec/on_pool.hpp"
#include "gateway/json_response.hpp"
#include "key_management/key_views.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

namespace verbatim::core::key_management {

namespace {

using gateway::resource_request;

bool is_startup_key(const auth::keyring& keys, std::string_view key_id)
{
    return std::ranges::any_of(keys.startup_keys(), [&](const auto& key) { return key.owner.key_id == key_id; });
}

sdk::descriptor describe_list()
{
    return {.name        = "list_keys",
            .verb        = "GET",
            .path        = "/v1/auth/keys",
            .summary     = "List API keys",
            .description = "The keys of this server's configuration and those in the database, with their last use. "
                           "Secrets are never shown.",
            .tag         = "User Management",
            .access      = sdk::access_level::superuser,
            .request     = sdk::type_of<key_list_query>(),
            .response    = sdk::type_of<key_list>()};
}

sdk::descriptor describe_removal()
{
    return {.name    = "delete_key",
            .verb    = "DELETE",
            .path    = "/v1/auth/keys/{key_id}",
            .summary = "Remove an API key",
            .description =
                "Removes a key from the database and returns it without its secret. It is refused at once on "
                "this server, and within 15 seconds on all others. A key of the configuration is removed "
                "there.",
            .tag      = "User Management",
            .access   = sdk::access_level::superuser,
            .request  = sdk::type_of<gateway::no_query>(),
            .response = sdk::type_of<key_view>(),
            .errors   = {sdk::errc::not_found, sdk::errc::validation_error}};
}

} // namespace

std::vector<sdk::descriptor> describe_routes() { return {describe_list(), describe_removal()}; }

key_routes::key_routes(auth::key_watch& stored, auth::keyring& keys, exec::compute_pool& pool, log::logger& log)
    : stored_{stored}
    , keys_{keys}
    , pool_{pool}
    , log_{log}
{}

void key_routes::add_to(gateway::routes& routes)
{
    routes.add(describe_list(), std::bind_front(&key_routes::list, this));
    routes.add(describe_removal(), std::bind_front(&key_routes::remove, this));
}

sdk::task<http::response> key_routes::list(const resource_request& request)
{
    const auto turn = co_await lists_.acquire(request.caller.tenant_id, std::chrono::steady_clock::time_point::max());
    auth::key_watch::listed_keys stored;
    std::function<void()>        read = [&] { stored = stored_.list(); };
    co_await exec::run_on_pool(pool_, std::move(read));
    const auto& query = *static_cast<const key_list_query*>(request.query);
    co_return gateway::json_response(list_of(keys_.startup_keys(), stored, query.tenant_id));
}

sdk::task<http::response> key_routes::remove(const resource_request& request)
{
    if (is_startup_key(keys_, request.id))
        throw sdk::validation_error{"key_id", "Is a key of the configuration; remove it from AUTH_API_KEYS"};
    const auth::change_request      change{.key_id = request.caller.key_id, .request_id = request.request_id};
    std::optional<auth::stored_key> removed;
    std::function<void()>           work = [&] { removed = stored_.remove(request.id, change); };
    co_await exec::run_on_pool(pool_, std::move(work));
    if (!removed) throw sdk::error{sdk::errc::not_found};
    log::call_log{log_, request.request_id}.write(sdk::severity::info, "key_removed",
                                                  {{"removed_key_id", std::string_view{removed->key_id}},
                                                   {"removed_tenant", std::string_view{removed->tenant_id}},
                                                   {"is_superuser", removed->is_superuser}});
    co_return gateway::json_response(view_of(*removed));
}

} // namespace verbatim::core::key_management
