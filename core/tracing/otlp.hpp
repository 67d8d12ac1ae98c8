#pragma once

#include "http_client/transport.hpp"
#include "tracing/settings.hpp"
#include "tracing/span.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::tracing {

/// The OpenTelemetry protocol, version 1, in JSON over HTTP.

/// The attributes of this service in traces. Requires settings without problems().
key_values resource_of(const settings& s, std::string_view version);

/// The body of an export. The last member of `resource` with a key wins.
std::string export_request(const key_values& resource, std::string_view version, std::span<const span> spans);

/// Whether the collector accepted the export, apart from rejected_spans().
bool is_success(const http_client::response& response);

/// Spans that the collector reports as rejected in a success response, at most `sent`.
std::size_t rejected_spans(std::string_view body, std::size_t sent);

/// The wait before retry number `retry`, from 0. None if the response allows no further retry. `jitter` is random, from
/// 0 to 1.
std::optional<std::chrono::milliseconds> retry_wait(const http_client::response& response, int retry, double jitter);

} // namespace verbatim::core::tracing
