#include "plugin_http/outgoing_request.hpp"

#include "http_client/url.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>

namespace verbatim::core::plugin_http {

namespace {

/// Of the connection and of the body, which libcurl sets, and of a body in parts.
constexpr std::array host_headers{
    "connection", "content-encoding", "content-length",    "content-type", "expect", "host", "keep-alive",
    "te",         "trailer",          "transfer-encoding", "upgrade"};

bool is_header_name(std::string_view name)
{
    const auto is_allowed = [](char c) { return sdk::ascii::is_alphanumeric(c) || c == '-' || c == '_'; };
    const auto folded     = sdk::ascii::lowercase(name);
    return !name.empty() && std::ranges::all_of(name, is_allowed) && !folded.starts_with("proxy-") &&
           std::ranges::find(host_headers, folded) == host_headers.end();
}

/// Printable ASCII: no line break, which would begin another header.
bool is_header_value(std::string_view value)
{
    return std::ranges::all_of(value, [](char c) { return c >= ' ' && c < 0x7f; });
}

} // namespace

std::string_view problem_of(const sdk::http_request& request)
{
    const auto path = request.path.view();
    if (!path.starts_with('/') || !http_client::is_visible_ascii(path) || path.find_first_of("?#\\") != path.npos)
        return "path";
    // A client or a server may resolve dots, so that another path is read.
    for (const auto& segment : request.segments)
        if (segment.empty() || segment == "." || segment == "..") return "path";
    for (const auto& field : request.query)
        if (field.name.view().empty()) return "query";
    std::size_t bytes = 0;
    for (const auto& field : request.headers)
    {
        if (!is_header_name(field.name) || !is_header_value(field.value)) return "header";
        bytes += field.name.view().size() + field.value.size();
    }
    if (!is_header_value(request.content_type)) return "header";
    const bool is_too_large =
        bytes > max_header_bytes || request.body.size() > max_body_bytes || url_of(request).size() > max_url_bytes;
    return is_too_large ? "size" : "";
}

std::string url_of(const sdk::http_request& request)
{
    std::string url  = request.origin;
    auto        path = request.path.view();
    if (!request.segments.empty()) path = http_client::without_trailing_slashes(path);
    url += path;
    for (const auto& segment : request.segments) url.append("/").append(sdk::ascii::percent_encoded(segment));
    char separator = '?';
    for (const auto& [name, value] : request.query)
    {
        url.append(1, separator).append(sdk::ascii::percent_encoded(name));
        url.append("=").append(sdk::ascii::percent_encoded(value));
        separator = '&';
    }
    return url;
}

std::vector<std::string> header_lines(const sdk::http_request& request)
{
    std::vector<std::string> lines;
    for (const auto& [name, value] : request.headers)
    {
        // Curl leaves out a header whose line ends after the colon; a semicolon stands for an empty value.
        const bool is_blank = value.find_first_not_of(' ') == value.npos;
        lines.push_back(std::string{name.view()} + (is_blank ? ";" : ": " + value));
    }
    return lines;
}

} // namespace verbatim::core::plugin_http
