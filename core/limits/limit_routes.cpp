#include "limits/limit_routes.hpp"

#include "exec/on_pool.hpp"
#include "gateway/function_responder.hpp"
#include "gateway/json_response.hpp"
#include "gateway/no_query.hpp"
#include "limits/limit_views.hpp"

#include <chrono>
#include <functional>

namespace verbatim::core::limits {

namespace {

sdk::task<http::response> read_limits(limit_routes& routes, const gateway::resource_request& request)
{
    return routes.read(request);
}

} // namespace

std::vector<sdk::descriptor> describe_routes()
{
    return {{.name        = "limits",
             .verb        = "GET",
             .path        = "/v1/limits",
             .summary     = "Show the limits of the tenant",
             .description = "The limits of the key's tenant, and what is left of them.",
             .tag         = "Usage Tracking",
             .usage_label = {},
             .request     = sdk::type_of<gateway::no_query>(),
             .response    = sdk::type_of<limits_view>()}};
}

void limit_routes::add_to(gateway::routes& routes)
{
    constexpr gateway::responder_function<limit_routes> functions[]{&read_limits};
    responders_ = gateway::add_responders<limit_routes>(routes, describe_routes(), *this, functions);
}

sdk::task<http::response> limit_routes::read(const gateway::resource_request& request)
{
    const auto&           tenant_id = request.caller.tenant_id;
    limiter::tenant_state state;
    std::function<void()> read = [&] { state = limiter_.read(tenant_id); }; // blocks if the tenant has a budget
    co_await exec::run_on_pool(pool_, std::move(read));
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    co_return gateway::json_response(view_of(tenant_id, state, now));
}

} // namespace verbatim::core::limits
