#include "finding.hpp"

#include "verbatim/feedback/loose_reply.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::detect_sensitive {

namespace {

/// At most 33 kinds remain, however many the model repeats.
std::vector<sensitivity> each_once(const std::vector<sensitivity>& all)
{
    std::vector<sensitivity> once;
    for (const auto one : all)
        if (std::ranges::find(once, one) == once.end()) once.push_back(one);
    return once;
}

} // namespace

void declare(sdk::declaration& wire, finding& given)
{
    wire.is("SensitivityFinding", "Which types of sensitive content a record holds.");
    wire.gives("sensitivity_types", given.types, "Every type that applies; empty when none does.");
    wire.gives("explanation", given.explanation, "One or two sentences on why these, or why none.");
}

std::optional<finding> read_finding(std::string_view reply)
{
    auto read = sdk::read_json<finding>(feedback::json_in(reply));
    if (!read) return std::nullopt;
    read->types = each_once(read->types);
    return std::move(*read);
}

} // namespace verbatim::detect_sensitive
