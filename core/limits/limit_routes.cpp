#include "limits/limit_routes.hpp"

#include "exec/on_pool.hpp"
#include "gateway/function_responder.hpp"
#include "gateway/json_response.hpp"
#include "limits/limit_views.hpp"

#include <chrono>
#include <functional>

namespace verbatim::core::limits {

namespace {

sdk::task<http::response> read_limits(limit_routes& routes, const gateway::resource_request& request)
{
    return routes.read(request);
}

sdk::task<http::response> list_limits(limit_routes& routes, const gateway::resource_request& request)
{
    return routes.list(request);
}

std::chrono::sys_seconds now() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

} // namespace

std::vector<sdk::descriptor> describe_routes()
{
    return {{.name    = "limits",
             .verb    = "GET",
             .path    = "/v1/limits",
             .summary = "Show the limits of a tenant",
             .description =
                 "The limits of the key's tenant, and what is left of them. A superuser key may name another "
                 "tenant.",
             .tag         = "Usage Tracking",
             .usage_label = {},
             .request     = sdk::type_of<limits_query>(),
             .response    = sdk::type_of<limits_view>(),
             .errors      = {sdk::errc::forbidden, sdk::errc::validation_error}},
            {.name        = "limits_all",
             .verb        = "GET",
             .path        = "/v1/limits/all",
             .summary     = "Show the limits of all tenants",
             .description = "The limits of each tenant that has any, and what is left of them.",
             .tag         = "Usage Tracking",
             .access      = sdk::access_level::superuser,
             .usage_label = {},
             .request     = sdk::type_of<gateway::no_query>(),
             .response    = sdk::type_of<limits_list>()}};
}

void limit_routes::add_to(gateway::routes& routes)
{
    constexpr gateway::responder_function<limit_routes> functions[]{&read_limits, &list_limits};
    responders_ = gateway::add_responders<limit_routes>(routes, describe_routes(), *this, functions);
}

sdk::task<http::response> limit_routes::read(const gateway::resource_request& request)
{
    const auto& query     = *static_cast<const limits_query*>(request.query);
    const auto  tenant_id = query.tenant_id.value_or(request.caller.tenant_id);
    if (tenant_id != request.caller.tenant_id && !request.caller.is_superuser) throw sdk::error{sdk::errc::forbidden};
    limiter::tenant_state state;
    std::function<void()> read = [&] { state = limiter_.read(tenant_id); }; // blocks if the tenant has a budget
    co_await exec::run_on_pool(pool_, std::move(read));
    co_return gateway::json_response(view_of(tenant_id, state, now()));
}

sdk::task<http::response> limit_routes::list(const gateway::resource_request& request)
{
    const auto turn = co_await lists_.acquire(request.caller.tenant_id, std::chrono::steady_clock::time_point::max());
    std::map<std::string, limiter::tenant_state> states;
    std::function<void()>                        read = [&] { states = limiter_.read_all(); };
    co_await exec::run_on_pool(pool_, std::move(read));
    limits_list list;
    for (const auto& [tenant_id, state] : states) list.tenants.push_back(view_of(tenant_id, state, now()));
    co_return gateway::json_response(list);
}

} // namespace verbatim::core::limits
