#pragma once

#include "exec/compute_pool.hpp"
#include "gateway/routes.hpp"
#include "limits/limiter.hpp"

#include "verbatim/sdk/operation.hpp"

#include <memory>
#include <vector>

namespace verbatim::core::limits {

/// The descriptor of GET /v1/limits.
std::vector<sdk::descriptor> describe_routes();

/// The route that shows a tenant its limits. [any thread]
class limit_routes
{
public:
    /// Both are borrowed.
    limit_routes(limiter& source, exec::compute_pool& pool)
        : limiter_{source}
        , pool_{pool}
    {}

    /// This object must outlive `routes`.
    void add_to(gateway::routes& routes);

    sdk::task<http::response> read(const gateway::resource_request& request);

private:
    limiter&                                         limiter_;
    exec::compute_pool&                              pool_;
    std::vector<std::unique_ptr<gateway::responder>> responders_;
};

} // namespace verbatim::core::limits
