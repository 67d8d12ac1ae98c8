#pragma once

#include "sensitivity.hpp"

#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::detect_sensitive {

/// What the model is asked to fill in, as it stands in its reply.
struct sensitive_finding
{
    std::vector<sensitivity> types;
    std::string              explanation; ///< placeholders and all
};
void declare(sdk::schema_builder& schema, sensitive_finding& finding);

/// The reply read, each type once where it first stood. None unless it is a JSON object with both members, and every
/// type is one of ours: a reply that invents one is not half right, it has not understood the question.
std::optional<sensitive_finding> parse_finding(std::string_view output);

} // namespace verbatim::detect_sensitive
