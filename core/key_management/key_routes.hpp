#pragma once

#include "auth/key_watch.hpp"
#include "auth/keyring.hpp"
#include "exec/compute_pool.hpp"
#include "exec/fair_queue.hpp"
#include "gateway/routes.hpp"
#include "log/logger.hpp"

#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::core::key_management {

/// The descriptors of GET /v1/auth/keys and DELETE /v1/auth/keys/{key_id}.
std::vector<sdk::descriptor> describe_routes();

/// The routes that list and remove keys. Superusers only. [any thread]
class key_routes
{
public:
    /// All are borrowed.
    key_routes(auth::key_watch& stored, auth::keyring& keys, exec::compute_pool& pool, log::logger& log);

    /// This object must outlive `routes`.
    void add_to(gateway::routes& routes);

private:
    sdk::task<http::response> list(const gateway::resource_request& request);
    sdk::task<http::response> remove(const gateway::resource_request& request);

    auth::key_watch&    stored_;
    auth::keyring&      keys_;
    exec::compute_pool& pool_;
    log::logger&        log_;
    exec::fair_queue    lists_{1}; ///< of thousands of keys; others need the pool, too
};

} // namespace verbatim::core::key_management
