#include "tracing/settings.hpp"

#include "http_client/url.hpp"
#include "settings/loopback.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

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

namespace {

bool is_text(std::string_view text)
{
    const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7F; };
    return sdk::utf8::is_valid(text) && std::ranges::none_of(text, is_control);
}

} // namespace

std::optional<key_values> parse_key_values(std::string_view text)
{
    key_values result;
    while (!text.empty())
    {
        const auto end    = std::min(text.find(','), text.size());
        const auto member = sdk::ascii::trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (member.empty()) continue;

        const auto equals = member.find('=');
        if (equals == member.npos) return std::nullopt;
        const auto key   = sdk::ascii::trimmed(member.substr(0, equals));
        auto       value = sdk::ascii::percent_decoded(sdk::ascii::trimmed(member.substr(equals + 1)));
        if (key.empty() || !value.valid || !is_text(key) || !is_text(value.text)) return std::nullopt;
        result.emplace_back(key, std::move(value.text));
    }
    return result;
}

namespace {

/// The text that takes effect, and its setting.
struct effective_text
{
    std::string_view setting;
    std::string_view text;
};

effective_text endpoint_setting(const settings& s)
{
    if (!s.traces_endpoint.empty()) return {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", s.traces_endpoint};
    return {"OTEL_EXPORTER_OTLP_ENDPOINT", s.endpoint};
}

effective_text headers_setting(const settings& s)
{
    if (!s.traces_headers.empty()) return {"OTEL_EXPORTER_OTLP_TRACES_HEADERS", s.traces_headers.reveal()};
    return {"OTEL_EXPORTER_OTLP_HEADERS", s.headers.reveal()};
}

bool is_header_name(std::string_view name)
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return std::ranges::all_of(name, [&](char c) {
        return sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)) || marks.find(c) != marks.npos;
    });
}

bool are_headers(std::string_view text)
{
    const auto headers = parse_key_values(text);
    return headers && std::ranges::all_of(*headers, [](const auto& header) { return is_header_name(header.first); });
}

} // namespace

sdk::enum_values declare(exporter_kind)
{
    return {"TraceExporter",
            {{"otlp", exporter_kind::otlp, "To the collector of OTEL_EXPORTER_OTLP_ENDPOINT."},
             {"none", exporter_kind::none, "No spans."}}};
}

sdk::enum_values declare(protocol)
{
    return {"OtlpProtocol", {{"http/json", protocol::http_json, "OTLP over HTTP in JSON."}}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("TracingSettings", "Traces for an OpenTelemetry collector. Off unless an endpoint is set.");

    schema.optional("OTEL_SDK_DISABLED", s.disabled, "Whether tracing is off even if an endpoint is set.");
    schema.optional("OTEL_TRACES_EXPORTER", s.exporter, "Receiver of spans.");
    schema
        .optional(
            "OTEL_EXPORTER_OTLP_ENDPOINT", s.endpoint,
            "Base URL of the collector; spans go to its path /v1/traces. Not set, with no URL for traces: tracing "
            "is off.")
        .example("http://127.0.0.1:4318");
    schema
        .optional("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", s.traces_endpoint,
                  "Whole URL for spans. Default: derived from OTEL_EXPORTER_OTLP_ENDPOINT.")
        .example("https://collector.example/v1/traces");
    schema.optional("OTEL_EXPORTER_OTLP_HEADERS", s.headers,
                    "Headers of requests to the collector, as NAME=VALUE,NAME=VALUE. Values are percent-encoded.");
    schema.optional("OTEL_EXPORTER_OTLP_TRACES_HEADERS", s.traces_headers,
                    "Headers of requests to the collector, instead of OTEL_EXPORTER_OTLP_HEADERS.");
    schema
        .optional("OTEL_EXPORTER_OTLP_TIMEOUT", s.timeout,
                  "Maximum duration of one request to the collector, in milliseconds.")
        .at_least(1)
        .at_most(600'000);
    schema
        .optional("OTEL_EXPORTER_OTLP_PROTOCOL", s.wire_protocol,
                  "Protocol of the collector's endpoint, usually on its port 4318. Default: http/json, the only one.")
        .example("http/json");
    schema
        .optional("OTEL_SERVICE_NAME", s.service_name,
                  "Name of this service in traces. Default: service.name in OTEL_RESOURCE_ATTRIBUTES, or verbatim.")
        .example("verbatim-nl");
    schema
        .optional("OTEL_RESOURCE_ATTRIBUTES", s.resource_attributes,
                  "Attributes of this service in traces, as NAME=VALUE,NAME=VALUE. Values are percent-encoded.")
        .example("deployment.environment.name=production");
    schema.optional("OTEL_TRACES_SAMPLER", s.sampling_method,
                    "Which requests are traced. Use a method without parentbased if callers must not decide.");
    schema
        .optional("OTEL_TRACES_SAMPLER_ARG", s.sampled_share,
                  "Share of requests that the methods with traceidratio sample, 0 to 1.")
        .at_least(0)
        .at_most(1);
    schema.optional("OTEL_BSP_SCHEDULE_DELAY", s.schedule_delay, "Maximum delay before an export, in milliseconds.")
        .at_least(1)
        .at_most(600'000);
    schema
        .optional("OTEL_BSP_MAX_QUEUE_SIZE", s.max_queue_size,
                  "Maximum spans that wait for their export. Further ones are dropped. A span takes about 2 KiB.")
        .at_least(1)
        .at_most(1'000'000);
    schema.optional("LLM_SEND_TRACEPARENT", s.sends_to_providers,
                    "Whether traced requests to model providers carry traceparent and tracestate. Use it for "
                    "providers that you operate: third parties could link requests by these headers.");
    schema.skip(s.max_batch_size);
}

bool is_enabled(const settings& s)
{
    return !s.disabled && s.exporter != exporter_kind::none && !endpoint_setting(s).text.empty();
}

std::string endpoint_of(const settings& s)
{
    if (!s.traces_endpoint.empty()) return s.traces_endpoint;
    return std::string{http_client::without_trailing_slashes(s.endpoint)} + "/v1/traces";
}

std::vector<std::string> header_lines(const settings& s)
{
    const auto               headers = parse_key_values(headers_setting(s).text).value();
    std::vector<std::string> lines;
    for (const auto& [name, value] : headers) lines.push_back(name + ": " + value);
    return lines;
}

core::settings::setting_problems problems(const settings& s)
{
    if (!is_enabled(s)) return {};
    core::settings::setting_problems result;
    const auto                       endpoint = endpoint_setting(s);
    if (!http_client::is_base_url(endpoint.text))
        result.push_back({std::string{endpoint.setting},
                          "is not an http:// or https:// URL without user, query and fragment",
                          "use a URL such as http://127.0.0.1:4318"});
    const auto headers = headers_setting(s);
    if (!are_headers(headers.text))
        result.push_back({std::string{headers.setting}, "is not a list of headers", "use NAME=VALUE,NAME=VALUE"});
    if (!parse_key_values(s.resource_attributes))
        result.push_back({"OTEL_RESOURCE_ATTRIBUTES", "is not a list of attributes", "use NAME=VALUE,NAME=VALUE"});
    return result;
}

core::settings::setting_problems warnings(const settings& s)
{
    const auto headers  = headers_setting(s);
    const auto endpoint = endpoint_setting(s).text;
    if (!is_enabled(s) || headers.text.empty() || !endpoint.starts_with("http://")) return {};
    if (core::settings::is_loopback(http_client::host_of(endpoint))) return {};
    return {{std::string{headers.setting}, "is sent unencrypted, because the endpoint begins with http://",
             "use an endpoint with https://"}};
}

} // namespace verbatim::core::tracing
