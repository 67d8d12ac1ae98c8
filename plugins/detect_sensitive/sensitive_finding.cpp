#include "sensitive_finding.hpp"

#include "verbatim/feedback/model_json.hpp"

#include <algorithm>

namespace verbatim::detect_sensitive {

namespace {

/// Bounds the list to the number of types however often the model repeats them.
std::vector<sensitivity> unique(const std::vector<sensitivity>& types)
{
    std::vector<sensitivity> unique_types;
    for (const auto type : types)
        if (std::ranges::find(unique_types, type) == unique_types.end()) unique_types.push_back(type);
    return unique_types;
}

} // namespace

void declare(sdk::schema_builder& schema, sensitive_finding& finding)
{
    schema.name("SensitivityFinding", "Types of sensitive content in a record.");
    schema.field("sensitivity_types", finding.types, "Every type that applies; empty when none does.");
    schema.field("explanation", finding.explanation, "One or two sentences on why these, or why none.");
}

std::optional<sensitive_finding> parse_finding(std::string_view output)
{
    // Small models copy the example of the prompt, which would hide what a record reports.
    constexpr std::string_view example = "The record thanks for a blue kite and names no one.";

    auto finding = feedback::read_output<sensitive_finding>(output);
    if (!finding || finding->explanation == example) return std::nullopt;
    finding->types = unique(finding->types);
    return finding;
}

} // namespace verbatim::detect_sensitive
