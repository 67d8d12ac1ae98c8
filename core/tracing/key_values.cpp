#include "tracing/key_values.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::tracing {

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

} // namespace verbatim::core::tracing
