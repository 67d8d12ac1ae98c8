#include "tracing/tracer.hpp"

#include <utility>

namespace verbatim::core::tracing {

tracer::tracer(const settings& s, std::string_view version, sdk::log& log, exporter::dependencies further)
    : sampling_method_{s.sampling_method}
    , sampled_share_{s.sampled_share}
    , sends_to_providers_{s.sends_to_providers}
    , exporter_{s, version, log, std::move(further)}
{}

std::shared_ptr<request_trace> tracer::begin(std::string_view method, std::string_view route,
                                             const caller_headers& caller)
{
    request_trace::position where;
    where.caller              = parse_traceparent(caller.traceparent);
    where.id                  = where.caller ? where.caller->trace : make_trace_id();
    where.sends_to_providers  = sends_to_providers_;
    const auto caller_samples = where.caller ? std::optional{where.caller->sampled} : std::nullopt;
    if (!is_sampled(sampling_method_, sampled_share_, where.id, caller_samples)) return nullptr;
    if (where.caller && is_valid_tracestate(caller.tracestate)) where.state = caller.tracestate;

    std::string name{method};
    name.append(" ").append(route);
    return std::make_shared<request_trace>(exporter_, std::move(name), std::move(where));
}

} // namespace verbatim::core::tracing
