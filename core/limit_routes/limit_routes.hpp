#pragma once

#include "exec/compute_pool.hpp"
#include "exec/fair_queue.hpp"
#include "gateway/routes.hpp"
#include "limits/limiter.hpp"

#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::core::limit_routes {

/// The descriptors of GET /v1/limits and GET /v1/limits/all.
std::vector<sdk::descriptor> describe_routes();

/// The routes that show limits. [any thread]
class limit_routes
{
public:
    /// Both are borrowed.
    limit_routes(limits::limiter& source, exec::compute_pool& pool)
        : limiter_{source}
        , pool_{pool}
    {}

    /// This object must outlive `routes`.
    void add_to(gateway::routes& routes);

private:
    sdk::task<http::response> read(const gateway::resource_request& request);
    sdk::task<http::response> list(const gateway::resource_request& request);

    limits::limiter&    limiter_;
    exec::compute_pool& pool_;
    exec::fair_queue    lists_{1}; ///< it may have thousands of tenants; others need the pool
};

} // namespace verbatim::core::limit_routes
