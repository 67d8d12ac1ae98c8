#pragma once

#include "sensitivity.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::detect_sensitive {

/// The model's output.
struct sensitive_finding
{
    std::vector<sensitivity> types;
    std::string              explanation; ///< with placeholders
};
void declare(sdk::schema_builder& schema, sensitive_finding& finding);

/// Parses the output and removes duplicate types. None unless it is a JSON object with both members and known types:
/// one unknown type makes the whole output unusable, and so does the explanation of an example in the prompts.
std::optional<sensitive_finding> parse_finding(std::string_view output);

/// The explanation of a response, restored: a constant one if the model found nothing and does not say why.
feedback::response_text displayed_explanation(const sensitive_finding& finding, const feedback::redaction& names);

/// The output of a call about several records.
struct record_finding
{
    std::int64_t             record = 0;
    std::vector<sensitivity> types;
    std::string              explanation;
};
void declare(sdk::schema_builder& schema, record_finding& finding);

struct bulk_finding
{
    std::vector<record_finding> records;
};
void declare(sdk::schema_builder& schema, bulk_finding& finding);

/// The finding of each of `records` records, as parse_finding reads it. None for a record that the output leaves out or
/// for which it is unusable; of repeated ones the first counts. Unreadable output, and one that copies an example,
/// leaves out all.
std::vector<std::optional<sensitive_finding>> parse_bulk_finding(std::string_view output, std::size_t records);

} // namespace verbatim::detect_sensitive

/// The output without a provider: matches words and understands nothing.
namespace verbatim::detect_sensitive::offline {

/// The types whose word lists match the text, those with most matches first. The lists are broad, because a person
/// reviews each finding. The explanation names the topics of the lists, never words of the text.
sensitive_finding detect(std::string_view text);

} // namespace verbatim::detect_sensitive::offline
