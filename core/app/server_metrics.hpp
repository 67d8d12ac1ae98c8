#pragma once

#include "auth/keyring.hpp"
#include "exec/compute_pool.hpp"
#include "exec/reference_clock.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "jobs/service.hpp"
#include "limits/limiter.hpp"
#include "llm/model_client.hpp"
#include "log/logger.hpp"
#include "metrics/metric_registry.hpp"
#include "privacy/analyzer.hpp"
#include "recording/durable_recorder.hpp"
#include "registry/operation_table.hpp"
#include "reporting/rollup_worker.hpp"
#include "tracing/tracer.hpp"

#include <atomic>
#include <cstddef>
#include <string>

namespace verbatim::core::app {

/// The components that have metrics.
struct metric_sources
{
    const http::server&                server;
    const exec::compute_pool&          pool;
    const gateway::gateway&            gateway;
    const llm::model_client&           model_client;
    const recording::durable_recorder& recorder;
    const reporting::rollup_worker&    rollups;
    const auth::keyring&               keyring;
    const jobs::service&               jobs;
    const log::logger&                 logger;
    const privacy::analyzer*           analyzer; ///< null without one
    const tracing::tracer*             tracer;   ///< null when tracing is off
    const limits::limiter&             limiter;
    const exec::reference_clock&       wall_clock;
    const std::string&                 state_folder;
    const std::atomic<std::size_t>&    reload_problems; ///< of the last reload
    const registry::operation_table&   operations;
};

/// Adds the metrics of the server. Labels name only tenants that LIMITS_FILE names: the number of others has no bound,
/// and /v1/usage reports usage per tenant. The components must outlive the registry.
void add_server_metrics(metrics::metric_registry& registry, const metric_sources& sources);

} // namespace verbatim::core::app
