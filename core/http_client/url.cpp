#include "http_client/url.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::http_client {

std::string host_of(std::string_view url)
{
    const auto scheme = url.find("://");
    if (scheme == std::string_view::npos) return {};
    auto host = url.substr(scheme + 3);
    host      = host.substr(0, host.find('/'));
    host      = host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
    return sdk::ascii::lowercase(host);
}

bool is_base_url(std::string_view url)
{
    const bool has_scheme = url.starts_with("https://") || url.starts_with("http://");
    return has_scheme && is_visible_ascii(url) && !host_of(url).empty() &&
           url.find_first_of("?#@\\") == std::string_view::npos;
}

std::string_view without_trailing_slashes(std::string_view url)
{
    while (url.ends_with('/')) url.remove_suffix(1);
    return url;
}

bool is_visible_ascii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

} // namespace verbatim::core::http_client
