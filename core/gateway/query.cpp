#include "gateway/query.hpp"

#include <charconv>

namespace verbatim::core::gateway {

namespace {

/// Percent-decodes a text. As in browsers, a `%` that does not start an escape is a literal character.
std::string decoded(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        unsigned    byte = 0;
        const auto* hex  = text.data() + at + 1;
        if (text[at] == '%' && at + 2 < text.size() && std::from_chars(hex, hex + 2, byte, 16).ptr == hex + 2)
        {
            plain += static_cast<char>(byte);
            at += 2;
        }
        else plain += text[at] == '+' ? ' ' : text[at];
    }
    return plain;
}

} // namespace

std::optional<std::string> query_parameter(std::string_view query, std::string_view name)
{
    std::optional<std::string> value;
    while (!query.empty())
    {
        const auto pair = query.substr(0, query.find('&'));
        query.remove_prefix(pair.size() == query.size() ? pair.size() : pair.size() + 1);
        const auto separator = pair.find('=');
        if (decoded(pair.substr(0, separator)) != name) continue;
        value = separator == std::string_view::npos ? std::string{} : decoded(pair.substr(separator + 1));
    }
    return value;
}

} // namespace verbatim::core::gateway
