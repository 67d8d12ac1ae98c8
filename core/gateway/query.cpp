#include "gateway/query.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::gateway {

namespace {

std::string decoded(std::string_view text)
{
    std::string with_spaces{text};
    std::ranges::replace(with_spaces, '+', ' ');
    return sdk::ascii::percent_decoded(with_spaces).text;
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
