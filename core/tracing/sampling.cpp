#include "tracing/sampling.hpp"

namespace verbatim::core::tracing {

namespace {

/// By the last 63 bits of the id, as OpenTelemetry's SDKs do, so that all services of a trace decide alike.
bool is_within(double ratio, const trace_id& id) noexcept
{
    std::uint64_t number = 0;
    for (std::size_t at = 8; at != id.size(); ++at) number = number << 8U | id[at];
    constexpr double numbers = 9223372036854775808.0; // 2^63
    return static_cast<double>(number >> 1U) < ratio * numbers;
}

} // namespace

sdk::enum_values declare(sampler)
{
    return {"TraceSampler",
            {{"always_on", sampler::always_on, "All requests."},
             {"always_off", sampler::always_off, "No request."},
             {"traceidratio", sampler::traceidratio, "The share OTEL_TRACES_SAMPLER_ARG of all requests."},
             {"parentbased_always_on", sampler::parentbased_always_on, "As the caller decided, else all."},
             {"parentbased_always_off", sampler::parentbased_always_off, "As the caller decided, else none."},
             {"parentbased_traceidratio", sampler::parentbased_traceidratio,
              "As the caller decided, else the share OTEL_TRACES_SAMPLER_ARG."}}};
}

bool is_sampled(sampler method, double ratio, const trace_id& id, std::optional<bool> caller_samples) noexcept
{
    switch (method)
    {
    case sampler::always_on: return true;
    case sampler::always_off: return false;
    case sampler::traceidratio: return is_within(ratio, id);
    case sampler::parentbased_always_on: return caller_samples.value_or(true);
    case sampler::parentbased_always_off: return caller_samples.value_or(false);
    case sampler::parentbased_traceidratio: return caller_samples ? *caller_samples : is_within(ratio, id);
    }
    return false;
}

} // namespace verbatim::core::tracing
