#pragma once

#include "auth/keyring.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "llm/door.hpp"
#include "log/journal.hpp"
#include "metrics/catalogue.hpp"
#include "usage/durable_recorder.hpp"

namespace verbatim::core::app {

/// Whoever has figures to tell.
struct measured
{
    const http::server&            server;
    const gateway::gateway&        calls;
    const llm::door&               models;
    const usage::durable_recorder& rows;
    const auth::keyring&           keys;
    const log::journal&            lines;
};

/// Names every figure of the host. No label names a tenant: their number has no bound, each would multiply every
/// series, and who calls how often is not for everyone who may read a graph; usage per tenant is /v1/usage's, behind a
/// key. What is measured outlives the catalogue.
void add_measurements(metrics::catalogue& to, const measured& from);

} // namespace verbatim::core::app
