#include "tracing/otlp.hpp"

#include "encoding/encoding.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace verbatim::core::tracing {

namespace json = boost::json;

namespace {

/// Flags of a span: the lower bits are those of `traceparent`, the others report where the parent is.
constexpr std::int64_t flag_sampled          = 0x001;
constexpr std::int64_t flag_remoteness_known = 0x100;
constexpr std::int64_t flag_parent_is_remote = 0x200;
constexpr std::int64_t status_error          = 2;
constexpr int          max_retries           = 4;
constexpr auto         first_wait            = std::chrono::milliseconds{1'000};
constexpr auto         max_requested_wait    = std::chrono::seconds{30};

json::object json_value(const attribute_value& value)
{
    struct writer
    {
        json::object operator()(bool boolean) const { return {{"boolValue", boolean}}; }
        // As text: JSON numbers are not exact beyond 53 bits.
        json::object operator()(std::int64_t number) const { return {{"intValue", std::to_string(number)}}; }
        json::object operator()(double number) const { return {{"doubleValue", number}}; }
        json::object operator()(const std::string& text) const { return {{"stringValue", text}}; }
        json::object operator()(const std::vector<std::string>& texts) const
        {
            json::array values;
            for (const auto& text : texts) values.push_back((*this)(text));
            return {{"arrayValue", json::object{{"values", std::move(values)}}}};
        }
    };
    return std::visit(writer{}, value);
}

json::object json_attribute(std::string_view name, const attribute_value& value)
{
    return {{"key", name}, {"value", json_value(value)}};
}

std::string nanoseconds(nanosecond_time time) { return std::to_string(time.time_since_epoch().count()); }

json::object json_span(const span& span)
{
    json::object object{{"traceId", encoding::to_hexadecimal(span.trace)},
                        {"spanId", encoding::to_hexadecimal(span.id)}};
    if (!span.trace_state.empty()) object["traceState"] = span.trace_state;
    if (is_valid(span.parent)) object["parentSpanId"] = encoding::to_hexadecimal(span.parent);
    object["flags"] = flag_sampled | flag_remoteness_known | (span.has_remote_parent ? flag_parent_is_remote : 0);
    object["name"]  = span.name;
    object["kind"]  = static_cast<std::int64_t>(span.kind);
    object["startTimeUnixNano"] = nanoseconds(span.start);
    object["endTimeUnixNano"]   = nanoseconds(span.end);
    json::array attributes;
    for (const auto& attribute : span.attributes) attributes.push_back(json_attribute(attribute.name, attribute.value));
    object["attributes"] = std::move(attributes);
    json::object status;
    if (span.failed) status["code"] = status_error;
    object["status"] = std::move(status);
    return object;
}

bool is_retryable(const http_client::response& response)
{
    using enum http_client::response::exchange_status;
    switch (response.exchange)
    {
    case completed:
        return response.status == 429 || response.status == 502 || response.status == 503 || response.status == 504;
    case unresolved:
    case not_connected:
    case disconnected: return true;
    case timed_out:
    case tls_failed:
    case untrusted:
    case too_large:
    case unauthorized:
    case refused:
    case failed: break;
    }
    return false;
}

} // namespace

key_values resource_of(const settings& s, std::string_view version)
{
    key_values resource{{"service.name", "verbatim"},
                        {"service.version", std::string{version}},
                        {"telemetry.sdk.name", "verbatim"},
                        {"telemetry.sdk.language", "cpp"},
                        {"telemetry.sdk.version", std::string{version}}};
    auto       further = parse_key_values(s.resource_attributes).value();
    if (!s.service_name.empty()) further.emplace_back("service.name", s.service_name);
    for (auto& [name, value] : further)
    {
        const auto same = std::ranges::find(resource, name, &key_values::value_type::first);
        if (same != resource.end()) same->second = std::move(value);
        else resource.emplace_back(std::move(name), std::move(value));
    }
    return resource;
}

std::string export_request(const key_values& resource, std::string_view version, std::span<const span> spans)
{
    json::array attributes;
    for (const auto& [name, value] : resource) attributes.push_back(json_attribute(name, value));
    json::array json_spans;
    for (const auto& span : spans) json_spans.push_back(json_span(span));

    json::object       scope_spans{{"scope", json::object{{"name", "verbatim"}, {"version", version}}},
                             {"spans", std::move(json_spans)}};
    json::object       resource_spans{{"resource", json::object{{"attributes", std::move(attributes)}}},
                                {"scopeSpans", json::array{std::move(scope_spans)}}};
    const json::object request{{"resourceSpans", json::array{std::move(resource_spans)}}};
    return json::serialize(request);
}

bool is_success(const http_client::response& response)
{
    return response.exchange == http_client::response::exchange_status::completed && response.status >= 200 &&
           response.status < 300;
}

std::size_t rejected_spans(std::string_view body, std::size_t sent)
{
    boost::system::error_code failure;
    const auto                response = json::parse(json::string_view{body.data(), body.size()}, failure);
    if (failure) return 0;
    const auto* count = response.find_pointer("/partialSuccess/rejectedSpans", failure);
    if (count == nullptr || failure) return 0;

    std::uint64_t number = 0;
    if (const auto* text = count->if_string()) std::from_chars(text->data(), text->data() + text->size(), number);
    else if (count->is_number()) number = count->to_number<std::uint64_t>(failure);
    return failure ? 0 : static_cast<std::size_t>(std::min<std::uint64_t>(number, sent));
}

std::optional<std::chrono::milliseconds> retry_wait(const http_client::response& response, int retry, double jitter)
{
    if (retry >= max_retries || !is_retryable(response)) return std::nullopt;
    const auto growth  = first_wait * (1 << retry);
    const auto wait    = std::chrono::duration_cast<std::chrono::milliseconds>(growth * (0.5 + jitter / 2));
    const auto request = std::min(response.retry_after.value_or(std::chrono::seconds{0}), max_requested_wait);
    return std::max<std::chrono::milliseconds>(wait, request);
}

} // namespace verbatim::core::tracing
