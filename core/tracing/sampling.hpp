#pragma once

#include "tracing/ids.hpp"

#include "verbatim/sdk/schema.hpp"

#include <optional>

namespace verbatim::core::tracing {

/// OTEL_TRACES_SAMPLER.
enum class sampler
{
    always_on,
    always_off,
    traceidratio,
    parentbased_always_on,
    parentbased_always_off,
    parentbased_traceidratio,
};
sdk::enum_values declare(sampler);

/// Whether the request is sampled. `ratio` is the share of traces, 0 to 1. `caller_samples` is the decision of a valid
/// `traceparent`.
bool is_sampled(sampler method, double ratio, const trace_id& id, std::optional<bool> caller_samples) noexcept;

} // namespace verbatim::core::tracing
