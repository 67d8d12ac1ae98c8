#include "gateway/static_response.hpp"

#include "gateway/content_negotiation.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::gateway {

namespace {

/// The client's preference for an encoding. An encoding that is not listed has the preference of `*`, or else 0.
int preference(std::string_view accept_encoding, std::string_view encoding)
{
    int wildcard = -1;
    while (!accept_encoding.empty())
    {
        auto       rest = take_item(accept_encoding, ',');
        const auto name = take_item(rest, ';');
        if (sdk::ascii::equals_ignoring_case(name, encoding)) return weight_of(rest);
        if (name == "*") wildcard = weight_of(rest);
    }
    return wildcard >= 0 ? wildcard : 0;
}

const http::encoded_body* best_encoding(const http::static_resource& resource, std::string_view accept_encoding)
{
    const http::encoded_body* preferred = nullptr;
    int                       highest   = 0;
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
        auto candidate = take_item(if_none_match, ',');
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
    response.headers      = resource.headers;
    response.head_only    = head.method == "HEAD";
    if (resource.version.empty())
    {
        response.shared_body = resource.body();
        return response;
    }

    const auto* encoding = best_encoding(resource, head.accept_encoding);
    if (!resource.encodings.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
    if (encoding) response.headers.emplace_back("Content-Encoding", std::string{encoding->encoding});
    auto tag = '"' + resource.version + (encoding ? "-" + std::string{encoding->encoding} : "") + '"';
    if (matches_tag(head.if_none_match, tag)) response.status = 304;
    else response.shared_body = encoding ? encoding->body : resource.body();
    response.headers.emplace_back("ETag", std::move(tag));
    return response;
}

} // namespace verbatim::core::gateway
