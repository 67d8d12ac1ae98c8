#pragma once

#include "settings/setting_problem.hpp"
#include "tracing/trace_context.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

using key_values = std::vector<std::pair<std::string, std::string>>;

/// Parses `key=value,key=value`, the format of OpenTelemetry's variables. `%` begins a hexadecimal escape in a value.
/// None if a member has no key or no `=`, an escape is incomplete, or a text is not UTF-8 without control characters.
std::optional<key_values> parse_key_values(std::string_view text);

/// OTEL_TRACES_EXPORTER.
enum class exporter_kind
{
    none,
    otlp,
};
sdk::enum_values declare(exporter_kind);

/// OTEL_EXPORTER_OTLP_PROTOCOL.
enum class protocol
{
    http_json,
};
sdk::enum_values declare(protocol);

/// The variables OTEL_… that OpenTelemetry specifies, as far as they concern traces over HTTP. An empty text is not
/// set.
struct settings
{
    bool                      disabled = false;
    exporter_kind             exporter = exporter_kind::otlp;
    std::string               endpoint;        ///< base URL
    std::string               traces_endpoint; ///< whole URL; takes precedence
    sdk::secret               headers;
    sdk::secret               traces_headers; ///< take precedence
    std::chrono::milliseconds timeout{10'000};
    std::optional<protocol>   wire_protocol; ///< has a single value
    std::string               service_name;
    std::string               resource_attributes;
    sampler                   sampling_method = sampler::parentbased_always_on;
    double                    sampled_share   = 1;
    std::chrono::milliseconds schedule_delay{5'000};
    std::size_t               max_queue_size     = 2'048;
    bool                      sends_to_providers = false; ///< `traceparent` with model requests

    /// Not a setting: the default of OpenTelemetry, about a MiB for each request to the collector. Tests change it.
    std::size_t max_batch_size = 512;
};
void declare(sdk::schema_builder& schema, settings& s);

/// Whether spans are recorded.
bool is_enabled(const settings& s);

/// The URL that receives spans. Requires an endpoint.
std::string endpoint_of(const settings& s);

/// The request headers, as whole lines. Requires settings without problems().
std::vector<std::string> header_lines(const settings& s);

/// Combinations that cannot work; they stop the start. None while tracing is not enabled.
core::settings::setting_problems problems(const settings& s);

/// Combinations that are probably a mistake but do not stop the start.
core::settings::setting_problems warnings(const settings& s);

} // namespace verbatim::core::tracing
