#pragma once

#include "tracing/exporter.hpp"
#include "tracing/request_trace.hpp"
#include "tracing/settings.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>
#include <string_view>

namespace verbatim::core::tracing {

/// Headers of a request that continue a trace; empty without one.
struct caller_headers
{
    std::string_view traceparent;
    std::string_view tracestate;
};

/// Decides which requests are traced, and exports their spans. [any thread]
class tracer
{
public:
    /// Requires settings that are enabled and have no problems(). The log must outlive this object.
    tracer(const settings& s, std::string_view version, sdk::log& log, exporter::dependencies further = {});

    /// Begins the trace of a request, `METHOD ROUTE`. Null if it is not sampled. This object must outlive the result.
    std::shared_ptr<request_trace> begin(std::string_view method, std::string_view route, const caller_headers& caller);

    /// Exports the waiting spans for at most `timeout`, and then nothing more. At most once. [waits]
    void stop(std::chrono::milliseconds timeout) noexcept { exporter_.stop(timeout); }

    export_statistics statistics() const noexcept { return exporter_.statistics(); }

private:
    const sampler sampling_method_;
    const double  sampled_share_;
    const bool    sends_to_providers_;
    exporter      exporter_;
};

} // namespace verbatim::core::tracing
