#include "gateway/content_negotiation.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::gateway {

namespace {

constexpr int full_weight = 1'000;

/// `0` or `1`, and up to three decimal places.
int parse_weight(std::string_view text)
{
    if (text.empty() || text.size() > 5 || text[0] < '0' || text[0] > '1') return 0;
    if (text.size() > 1 && text[1] != '.') return 0;
    int weight = (text[0] - '0') * full_weight;
    int place  = full_weight / 10;
    for (const char digit : text.substr(std::min<std::size_t>(2, text.size())))
    {
        if (digit < '0' || digit > '9') return 0;
        weight += (digit - '0') * place;
        place /= 10;
    }
    return weight <= full_weight ? weight : 0;
}

} // namespace

std::size_t skip_quoted(std::string_view text, std::size_t start)
{
    for (auto at = start + 1; at < text.size(); ++at)
    {
        if (text[at] == '\\') ++at;
        else if (text[at] == '"') return at + 1;
    }
    return text.size();
}

std::string_view take_item(std::string_view& list, char separator)
{
    std::size_t end = 0;
    while (end < list.size() && list[end] != separator) end = list[end] == '"' ? skip_quoted(list, end) : end + 1;
    const auto item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    return sdk::ascii::trimmed(item, " \t");
}

int weight_of(std::string_view parameters)
{
    while (!parameters.empty())
    {
        auto       value = take_item(parameters, ';');
        const auto name  = take_item(value, '=');
        if (sdk::ascii::equals_ignoring_case(name, "q")) return parse_weight(sdk::ascii::trimmed(value, " \t"));
    }
    return full_weight;
}

namespace {

using sdk::ascii::equals_ignoring_case;

/// How closely a media range such as `text/*` describes a media type; 0: not at all.
int closeness(std::string_view range, std::string_view media_type)
{
    if (equals_ignoring_case(range, media_type)) return 3;
    if (range == "*/*") return 1;
    const auto prefix = media_type.substr(0, media_type.find('/') + 1);
    const bool covers = range.size() == prefix.size() + 1 && range.ends_with('*') &&
                        equals_ignoring_case(range.substr(0, prefix.size()), prefix);
    return covers ? 2 : 0;
}

/// The weight of the closest range, in thousandths; 0 without one.
int weight_of_type(std::string_view accept, std::string_view media_type)
{
    int closest = 0;
    int weight  = 0;
    while (!accept.empty())
    {
        auto       parameters = take_item(accept, ',');
        const auto range      = take_item(parameters, ';');
        const auto close      = closeness(range, media_type);
        if (close <= closest) continue;
        closest = close;
        weight  = weight_of(parameters);
    }
    return weight;
}

} // namespace

std::string_view media_type_of(std::string_view content_type) { return take_item(content_type, ';'); }

const sdk::erased_representation* preferred_to_json(const std::vector<sdk::erased_representation>& available,
                                                    std::string_view                               accept)
{
    const sdk::erased_representation* preferred = nullptr;
    int                               highest   = weight_of_type(accept, "application/json");
    for (const auto& candidate : available)
        if (const auto weight = weight_of_type(accept, media_type_of(candidate.content_type)); weight > highest)
        {
            preferred = &candidate;
            highest   = weight;
        }
    return preferred;
}

} // namespace verbatim::core::gateway
