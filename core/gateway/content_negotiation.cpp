#include "gateway/content_negotiation.hpp"

#include "gateway/header_values.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::gateway {

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
