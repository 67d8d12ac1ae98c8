#pragma once

#include "gateway/routes.hpp"
#include "jobs/service.hpp"

#include "verbatim/sdk/operation.hpp"

#include <memory>
#include <vector>

namespace verbatim::core::jobs {

/// The descriptors of the routes under /v1/jobs. `operations` are those of the server; the result of a job is the
/// response of one of them.
std::vector<sdk::descriptor> describe_routes(const std::vector<sdk::descriptor>& operations);

/// The routes under /v1/jobs. [any thread]
class job_routes
{
public:
    explicit job_routes(service& jobs); ///< borrowed

    /// This object must outlive `routes`.
    void add_to(gateway::routes& routes, const std::vector<sdk::descriptor>& descriptors);

private:
    service&                                         jobs_;
    std::vector<std::unique_ptr<gateway::responder>> responders_;
};

} // namespace verbatim::core::jobs
