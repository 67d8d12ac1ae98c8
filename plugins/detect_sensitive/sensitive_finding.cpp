#include "sensitive_finding.hpp"

#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/list_output.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

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

/// Small models copy the examples of the prompts, which would hide what a record reports.
bool copies_example(std::string_view explanation)
{
    return explanation == "Kites for a school are said to be sold at the market." ||
           explanation == "The record thanks for a blue kite and names no one.";
}

template <class Finding>
void declare_members(sdk::schema_builder& schema, Finding& finding)
{
    schema.field("sensitivity_types", finding.types, "Every type that applies; empty when none does.");
    schema.field("explanation", finding.explanation, "One or two sentences on why these, or why none.");
}

} // namespace

void declare(sdk::schema_builder& schema, sensitive_finding& finding)
{
    schema.name("SensitivityFinding", "Types of sensitive content in a record.");
    declare_members(schema, finding);
}

std::optional<sensitive_finding> parse_finding(std::string_view output)
{
    auto finding = feedback::read_output<sensitive_finding>(output);
    if (!finding || copies_example(finding->explanation)) return std::nullopt;
    finding->types = unique(finding->types);
    return finding;
}

feedback::response_text displayed_explanation(const sensitive_finding& finding, const feedback::redaction& names)
{
    constexpr std::string_view no_finding  = "No sensitive content detected.";
    auto                       explanation = feedback::displayed_explanation(finding.explanation, names);
    if (finding.types.empty() && sdk::utf8::is_blank(explanation.text())) explanation = no_finding;
    return explanation;
}

void declare(sdk::schema_builder& schema, record_finding& finding)
{
    schema.name("RecordSensitivity", "Types of sensitive content in one of several records.");
    schema.field("record", finding.record, "Number of the record.");
    declare_members(schema, finding);
}

void declare(sdk::schema_builder& schema, bulk_finding& finding)
{
    schema.name("BulkSensitivity", "Types of sensitive content in several records.");
    schema.field("records", finding.records, "One object for each record.");
}

std::vector<std::optional<sensitive_finding>> parse_bulk_finding(std::string_view output, std::size_t records)
{
    std::vector<std::optional<sensitive_finding>> findings(records);
    bool                                          is_copy = false;
    const auto                                    read    = [&](const boost::json::object& object, std::size_t record) {
        auto finding = object;
        finding.erase("record");
        findings[record]        = parse_finding(boost::json::serialize(finding));
        const auto* explanation = object.if_contains("explanation");
        is_copy = is_copy || (explanation && explanation->is_string() && copies_example(explanation->get_string()));
    };
    feedback::for_each_numbered(output, "records", "record", records, read);
    if (is_copy) findings.assign(records, std::nullopt); // its other objects may be copied, too
    return findings;
}

} // namespace verbatim::detect_sensitive
