#pragma once

#include "verbatim/sdk/http_client.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::plugin_http {

inline constexpr std::size_t max_url_bytes      = 8u << 10;
inline constexpr std::size_t max_header_bytes   = 16u << 10; ///< of all headers of a plugin
inline constexpr std::size_t max_body_bytes     = 1u << 20;
inline constexpr std::size_t max_response_bytes = 16u << 20;

/// The first rule that a request breaks, in one word as in sdk::http_refused; empty: it breaks none. The origin and
/// texts of records are checked elsewhere.
std::string_view problem_of(const sdk::http_request& request);

/// Requires a request without a problem.
std::string url_of(const sdk::http_request& request);

/// Whole lines for http_client::request, `NAME;` for an empty value. Requires a request without a problem.
std::vector<std::string> header_lines(const sdk::http_request& request);

} // namespace verbatim::core::plugin_http
