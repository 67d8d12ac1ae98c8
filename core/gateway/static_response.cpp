#include "gateway/static_response.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <charconv>

namespace verbatim::core::gateway {

namespace {

/// Removes and returns the part before the next `separator`.
std::string_view take_until(std::string_view& text, char separator)
{
    const auto part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return sdk::ascii::trimmed(part, " \t");
}

/// The quality value `;q=`: 1 if absent, 0 if invalid.
double quality(std::string_view parameters)
{
    while (!parameters.empty())
    {
        auto       value = take_until(parameters, ';');
        const auto name  = take_until(value, '=');
        if (!sdk::ascii::equals_ignoring_case(name, "q")) continue;
        double number = 0;
        std::from_chars(value.data(), value.data() + value.size(), number);
        return number;
    }
    return 1;
}

/// The client's preference for an encoding. An encoding that is not listed has the preference of `*`, or else 0.
double preference(std::string_view accept_encoding, std::string_view encoding)
{
    double wildcard = -1;
    while (!accept_encoding.empty())
    {
        auto       rest = take_until(accept_encoding, ',');
        const auto name = take_until(rest, ';');
        if (sdk::ascii::equals_ignoring_case(name, encoding)) return quality(rest);
        if (name == "*") wildcard = quality(rest);
    }
    return wildcard >= 0 ? wildcard : 0;
}

const http::encoded_body* best_encoding(const http::static_resource& resource, std::string_view accept_encoding)
{
    const http::encoded_body* preferred = nullptr;
    double                    highest   = 0;
    for (const auto& choice : resource.encodings)
        if (const auto weight = preference(accept_encoding, choice.encoding); weight > highest)
        {
            preferred = &choice;
            highest   = weight;
        }
    return preferred;
}

/// Weak comparison, as RFC 9110 requires for If-None-Match.
bool matches_tag(std::string_view if_none_match, std::string_view tag)
{
    while (!if_none_match.empty())
    {
        auto candidate = take_until(if_none_match, ',');
        if (candidate == "*") return true;
        if (candidate.starts_with("W/")) candidate.remove_prefix(2);
        if (candidate == tag) return true;
    }
    return false;
}

} // namespace

http::response static_response(const http::static_resource& resource, const http::request_head& head)
{
    http::response response;
    response.content_type = resource.content_type;
    response.shared_body  = resource.body;
    response.headers      = resource.headers;
    response.head_only    = head.method == "HEAD";
    if (resource.version.empty()) return response;

    const auto* encoding = best_encoding(resource, head.accept_encoding);
    if (!resource.encodings.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
    if (encoding)
    {
        response.shared_body = encoding->body;
        response.headers.emplace_back("Content-Encoding", std::string{encoding->encoding});
    }
    auto tag = '"' + resource.version + (encoding ? "-" + std::string{encoding->encoding} : "") + '"';
    if (matches_tag(head.if_none_match, tag))
    {
        response.status      = 304;
        response.shared_body = nullptr;
    }
    response.headers.emplace_back("ETag", std::move(tag));
    return response;
}

} // namespace verbatim::core::gateway
