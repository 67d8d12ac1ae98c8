#include "wire.hpp"

namespace verbatim::analyze_bulk {

sdk::enum_values declare(analysis_mode)
{
    return {{"single_pass", analysis_mode::single_pass, "All records in one model call."},
            {"hierarchical", analysis_mode::hierarchical, "Clustered, analysed in parts, then joined."}};
}

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("AnalyzeBulkRequest", "A question put to many feedback records.").example(R"({
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

    schema.required("feedback_records", request.records, "The messages to read.").at_least(1);
    schema.required("prompt", request.prompt, "The analyst's question.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
    schema
        .optional("output_language", request.output_language, "Language of the answer; what is no language is ignored.")
        .example("Dutch");
    schema.optional("anonymize", request.anonymize, "Whether personal data is replaced before a model sees it.");
    schema.optional("mode", request.mode, "How the corpus is read.");
    schema.optional("period", request.trend_period, "Width of a trend period; null: the server's default.");
    schema.optional("crm_feedback_base_url", request.crm_base_url, "Turns record ids into links.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("AnalyzeBulkReply", "What the records say.");

    schema.field("analysis", response.analysis, "The answer, Markdown.");
    schema
        .field("quality_score", response.quality_score, "How well the records support it; null when no judge answered.")
        .at_least(0)
        .at_most(1)
        .example("0.86");
    schema.field("uncertainty_explanation", response.uncertainty_explanation,
                 "What makes the answer more or less certain.");
    schema.field("feedback_record_count", response.feedback_record_count, "Records with content.").at_least(0);
    schema.field("request_id", response.request_id, "Identifies this request in logs and usage.");
    schema.field("used_anonymization", response.used_anonymization,
                 "Whether personal data was replaced before a model saw it.");
    schema
        .field("confidence", response.confidence,
               "Hierarchical mode only: how well the parts support their partial answers.")
        .at_least(0)
        .at_most(1);
    schema.field("coding_trends", response.trends, "Codes over time; null when no record is dated.");
    schema.field("pretty_output", response.pretty_output, "The same as plain text, for one CRM field.");
}

} // namespace verbatim::analyze_bulk
