#include "wire.hpp"

#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/json_size.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace verbatim::analyze_bulk {

sdk::enum_values declare(analysis_mode)
{
    return {"AnalysisMode",
            {{"single_pass", analysis_mode::single_pass, "One model call reads all records."},
             {"hierarchical", analysis_mode::hierarchical,
              "Groups similar records, analyses each group, and combines the results."}}};
}

sdk::enum_values declare(analysis_detail)
{
    return {"AnalysisDetail",
            {{"text", analysis_detail::text, "A text."},
             {"themes", analysis_detail::themes,
              "Themes that a model names and the server counts, with quotes, and a text that is written from the "
              "counts."}}};
}

namespace {

void check_request(const request& request, sdk::validation_issues& issues)
{
    for (std::size_t n = 0; n != request.breakdown_by.size(); ++n)
    {
        const auto& key = request.breakdown_by[n];
        if (key.empty() || sdk::utf8::count_code_points(key) > 128)
            issues.add("breakdown_by[" + std::to_string(n) + "]", "Keys should have 1 to 128 characters");
        if (std::find(request.breakdown_by.begin(), request.breakdown_by.begin() + static_cast<std::ptrdiff_t>(n),
                      key) != request.breakdown_by.begin() + static_cast<std::ptrdiff_t>(n))
            issues.add("breakdown_by[" + std::to_string(n) + "]", "Keys should differ");
    }
    themes::check_requested(request.themes, issues);
    if (!request.themes.empty() && request.detail != analysis_detail::themes)
        issues.add("themes", "Themes should be sent with detail `themes`");
    if (request.induce_more && request.themes.empty())
        issues.add("induce_more", "Further themes should be asked for beside `themes`");
    if (request.record_map && request.detail != analysis_detail::themes)
        issues.add("record_map", "A map should be asked for with detail `themes`");
    dimensions::check_requested(request.dimensions, request.reads_dimensions, issues);
    if (!request.dimensions.empty() && request.detail != analysis_detail::themes)
        issues.add("dimensions", "Dimensions should be sent with detail `themes`");
}

} // namespace

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("AnalyzeBulkRequest", "A question and the feedback records that answer it.").example(R"({
  "feedback_records": [
    {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month.",
     "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Health", "coding_level_2": "Medicine"},
     "url_id": "69e1fd8d4"}
  ],
  "prompt": "Which shortages are reported, and are they growing?",
  "output_language": "Dutch",
  "mode": "single_pass",
  "period": "week",
  "crm_feedback_base_url": "https://crm.example.org/#CFeedbackData/view"
})");

    schema.example(R"({
  "feedback_records": [
    {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month.",
     "metadata": {"created": "2026-03-02 08:15:00"}}
  ],
  "prompt": "Which shortages are reported?",
  "detail": "themes",
  "max_themes": 8
})");

    schema.required("feedback_records", request.records, "Feedback records to analyse.").at_least(1);
    schema.required("prompt", request.prompt, "Question to answer from the records.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
    schema
        .optional("output_language", request.output_language,
                  "Language of the answer, such as `Dutch` or `nl`. Unknown languages are ignored.")
        .example("Dutch");
    schema.optional("anonymize", request.anonymize,
                    "Replaces personal data with placeholders before a model reads it.");
    schema.optional("mode", request.mode, "How the records are analysed.");
    schema.optional("period", request.trend_period, "Period of the coding trends. Null uses the server's default.");
    schema.optional("trend_tests", request.trend_tests,
                    "Adds `changes` to the coding trends: those that chance does not explain.");
    schema
        .optional("crm_feedback_base_url", request.crm_base_url,
                  "Base URL of the CRM. Record ids in the text become links to it.")
        .at_most(feedback::max_base_url_length);
    schema.optional("detail", request.detail, "Content of the response.");
    schema
        .optional("max_themes", request.max_themes,
                  "Maximum number of themes with detail `themes`. Null: 12; the built-in model names up to 40 if fewer "
                  "leave more than a tenth of the records out.")
        .at_least(2)
        .at_most(40);
    schema
        .optional("themes", request.themes,
                  "Themes against which the records are read, with detail `themes`. Empty: a model names them.")
        .at_most(themes::max_requested_themes);
    schema.optional("induce_more", request.induce_more,
                    "Beside `themes`, a model names further ones of the records that none of them fits.");
    schema.optional("record_map", request.record_map,
                    "Adds the places of the records in the plane, with detail `themes`. Records with similar words are "
                    "near each other.");
    schema
        .optional(
            "dimensions", request.dimensions,
            "Closed lists, such as the type of feedback, of which every record gets a value with detail `themes`.")
        .at_most(dimensions::max_dimensions)
        .example(R"([{"list": "type_of_feedback"}])");
    schema.optional("read_dimensions", request.reads_dimensions,
                    "False: the records have the values whose `record_ids` name them, as in an earlier response, and "
                    "no model reads them.");
    schema
        .optional("breakdown_by", request.breakdown_by,
                  "Metadata keys. Themes, values of dimensions and codes are counted by the values of each.")
        .at_most(5)
        .example(R"(["channel"])");
    schema.optional("compare", request.comparison,
                    "Two groups of records whose shares of themes and codes are compared. Null: none.");
    schema.optional("restore", request.restore,
                    "What replaces placeholders in the response. Null: `all` in `analysis`, `none` in titles, "
                    "definitions and quotes of themes.");
    schema.rule(&check_request);
}

void declare(sdk::schema_builder& schema, restored_member& entry)
{
    schema.name("RestoredMember", "Personal data that was restored in a member of the response.");
    schema.field("member", entry.member, "Name of the member.").example("analysis");
    schema.field("kinds", entry.kinds, "The restored passages by kind.");
    schema
        .field("masked", entry.masked,
               "The text with placeholders in their place and without links of the server. Absent for `themes`.")
        .absent_if_null();
}

void declare(sdk::schema_builder& schema, record_map& map)
{
    schema.name("RecordMap", "Places of records in the plane. Nearness is the likeness of words and themes.");
    schema.field("record_ids", map.record_ids, "Ids of the records, in request order.");
    schema.field("x", map.x, "For each of these records its place on the first axis, from 0 to 1,000.");
    schema.field("y", map.y, "For each of these records its place on the second axis, from 0 to 1,000.");
    schema
        .field("record_ids_omitted", map.record_ids_omitted,
               "Number of records that the limit left out. Absent if there are none.")
        .absent_if_null()
        .at_least(1);
}

record_map map_of(std::span<const feedback::record* const> records, std::span<const hierarchy::map_place> places,
                  std::size_t max_bytes)
{
    constexpr std::size_t places_and_punctuation = 2 * 5 + 3;
    std::size_t           bytes                  = 0;
    std::size_t           longest                = 0;
    for (const auto* record : records)
    {
        const auto size = feedback::json_size(record->id) + places_and_punctuation;
        bytes += size;
        longest = std::max(longest, size);
    }
    const auto count = bytes <= max_bytes ? places.size() : std::min(places.size(), max_bytes / longest);
    record_map map;
    for (std::size_t n = 0; n != count; ++n)
    {
        const auto at = n * places.size() / count;
        map.record_ids.push_back(records[at]->id);
        map.x.push_back(places[at].x);
        map.y.push_back(places[at].y);
    }
    if (count != places.size()) map.record_ids_omitted = static_cast<std::int64_t>(places.size() - count);
    return map;
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("AnalyzeBulkResponse", "The analysis of the records.").example(R"({
  "analysis": "Medicine shortages dominate: [Form-00017](https://crm.example.org/#CFeedbackData/view/69e1fd8d4) reports insulin stock-outs.",
  "quality_score": 0.86,
  "uncertainty_explanation": "Well grounded, but based on one record.",
  "feedback_record_count": 1,
  "request_id": "01a1fd73-6336-7a57-9c58-0f7f6f2b9b53",
  "used_anonymization": true,
  "confidence": null,
  "coding_trends": {
    "periods": ["2026-W10"],
    "cells": [
      {"code": "Health", "period": "2026-W10", "count": 1},
      {"code": "Medicine", "period": "2026-W10", "count": 1}
    ]
  },
  "pretty_output": "KWALITEIT:      ●●●●○ 86%\nTITEL:          Analysis\nSAMENVATTING:\nMedicine shortages dominate: [Form-00017](https://crm.example.org/#CFeedbackData/view/69e1fd8d4) reports insulin stock-outs.\n------------------------------------------------------------"
})");

    schema.example(R"({
  "analysis": "1 of 1 records (100 %) reports a shortage of medicines: Form-00017.",
  "quality_score": 0.86,
  "uncertainty_explanation": "Well grounded, but based on one record.",
  "feedback_record_count": 1,
  "request_id": "01a1fd73-6336-7a57-9c58-0f7f6f2b9b53",
  "used_anonymization": true,
  "confidence": null,
  "coding_trends": {"periods": ["2026-W10"], "cells": []},
  "pretty_output": "QUALITY:        ●●●●○ 86%\nTITLE:          Analysis\nSUMMARY:\n1 of 1 records (100 %) reports a shortage of medicines: Form-00017.\n------------------------------------------------------------",
  "themes": [
    {
      "id": "T1",
      "title": "Medicine shortages",
      "definition": "Medicines are missing or late in health posts.",
      "inclusion": "Any medicine that was needed and not there; not its price.",
      "sub_themes": [],
      "record_count": 1,
      "share": 1.0,
      "record_ids": ["Form-00017"],
      "periods": [{"period": "2026-W10", "count": 1}],
      "first_seen": "2026-03-02",
      "quotes": [{"record_id": "Form-00017", "text": "The clinic ran out of insulin twice this month."}],
      "changes": []
    }
  ],
  "unassigned_count": 0,
  "unassigned": [],
  "dropped_references": 0
})");

    schema.field("analysis", response.analysis, "Answer to the question, in Markdown.");
    schema
        .field("quality_score", response.quality_score,
               "How well the records support the answer in the opinion of a model, from 0 to 1; not calibrated. Null "
               "if the "
               "judge failed or is the built-in model, which does not judge.")
        .at_least(0)
        .at_most(1)
        .example("0.86");
    schema.field("uncertainty_explanation", response.uncertainty_explanation,
                 "What makes the answer more or less certain, from the judge.");
    schema.field("feedback_record_count", response.feedback_record_count, "Number of records with content.")
        .at_least(0);
    schema.field("request_id", response.request_id, "Id of this request in logs and usage reports.");
    schema.field("used_anonymization", response.used_anonymization,
                 "Whether placeholders replaced personal data before a model read it.");
    schema
        .field("confidence", response.confidence,
               "Average judge score of the chunks, weighted by record count; no probability. Null in mode "
               "`single_pass`, and "
               "if no model judged.")
        .at_least(0)
        .at_most(1);
    schema.field("coding_trends", response.trends, "Counts of codes over time. Null if no record has a date.");
    schema.field("pretty_output", response.pretty_output, "The response as plain text for one CRM field.");
    schema
        .field("refused_records", response.refused_records,
               "Ids of records that the content filter of the provider refused; the answer leaves them out. Absent "
               "without any.")
        .absent_if_null();
    schema
        .field(
            "restored", response.restored,
            "Personal data that was restored in `analysis` (and so in `pretty_output`), `uncertainty_explanation` and "
            "`themes`. Absent without any.")
        .absent_if_null();
    schema
        .field("themes", response.themes,
               "Themes of the records, most records first. Absent unless the request has detail `themes`.")
        .absent_if_null();
    schema
        .field("unassigned_count", response.unassigned_count,
               "Number of records in no theme. Absent unless the request has detail `themes`.")
        .absent_if_null()
        .at_least(0);
    schema
        .field("unassigned", response.unassigned,
               "The records in no theme, by reason. Absent unless the request has detail `themes`.")
        .absent_if_null();
    schema
        .field("dropped_references", response.dropped_references,
               "Number of references to records, themes and sentences in model outputs that do not exist or repeat. "
               "Absent unless the request has detail `themes`.")
        .absent_if_null()
        .at_least(0);
    schema
        .field("dimensions", response.dimensions,
               "The records by the values of each closed list. Absent unless the request has `dimensions`.")
        .absent_if_null();
    schema
        .field("record_map", response.record_map,
               "Places of the records in the plane. Only with `record_map`, and if the server has an embedder.")
        .absent_if_null();
    schema
        .field("breakdown", response.breakdown,
               "Counts of themes, values and codes by metadata value. Only with `breakdown_by`.")
        .absent_if_null();
    schema.field("comparison", response.comparison, "Differences between two groups. Only with `compare`.")
        .absent_if_null();
}

} // namespace verbatim::analyze_bulk
