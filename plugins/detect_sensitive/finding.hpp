#pragma once

#include "sensitivity.hpp"

#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::detect_sensitive {

/// What the model is asked to fill in, as it stands in its reply.
struct finding
{
    std::vector<sensitivity> types;
    std::string              explanation; ///< placeholders and all
};
void declare(sdk::declaration& wire, finding& given);

/// The reply read, each type once where it first stood. None unless it is a JSON object with both members, and every
/// type is one of ours: a reply that invents one is not half right, it has not understood the question.
std::optional<finding> read_finding(std::string_view reply);

} // namespace verbatim::detect_sensitive
