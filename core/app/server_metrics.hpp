#pragma once

#include "auth/keyring.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "llm/model_client.hpp"
#include "log/logger.hpp"
#include "metrics/metric_registry.hpp"
#include "recording/durable_recorder.hpp"

namespace verbatim::core::app {

/// Whoever has figures to tell.
struct metric_sources
{
    const http::server&                server;
    const gateway::gateway&            gateway;
    const llm::model_client&           model_client;
    const recording::durable_recorder& recorder;
    const auth::keyring&               keyring;
    const log::logger&                 logger;
};

/// Names every figure of the host. No label names a tenant: their number has no bound, each would multiply every
/// series, and who calls how often is not for everyone who may read a graph; usage per tenant is /v1/usage's, behind a
/// key. What is measured outlives the catalogue.
void add_server_metrics(metrics::metric_registry& registry, const metric_sources& sources);

} // namespace verbatim::core::app
