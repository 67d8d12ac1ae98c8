#pragma once

#include "gateway/routes.hpp"
#include "jobs/service.hpp"

#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::core::jobs {

/// The descriptors of the routes under /v1/jobs. `operations` are those of the server; the result of a job is the
/// response of one of them.
std::vector<sdk::descriptor> describe_routes(const std::vector<sdk::descriptor>& operations);

/// Adds these routes. `jobs` must outlive `routes`.
void add_routes(gateway::routes& routes, service& jobs, const std::vector<sdk::descriptor>& operations);

} // namespace verbatim::core::jobs
