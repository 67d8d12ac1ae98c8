#include "wire.hpp"

namespace verbatim::analyze_bulk {

sdk::words declare(mode)
{
    return {{"single_pass", mode::single_pass, "All records in one model call."},
            {"hierarchical", mode::hierarchical, "Clustered, analysed in parts, then joined."}};
}

void declare(sdk::declaration& wire, request& asked)
{
    wire.is("AnalyzeBulkRequest", "A question put to many feedback records.").example(R"({
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

    wire.needs("feedback_records", asked.records, "The messages to read.").at_least(1);
    wire.needs("prompt", asked.prompt, "The analyst's question.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
    wire.takes("output_language", asked.output_language, "Language of the answer; what is no language is ignored.")
        .example("Dutch");
    wire.takes("anonymize", asked.anonymize, "Whether personal data is replaced before a model sees it.");
    wire.takes("mode", asked.how, "How the corpus is read.");
    wire.takes("period", asked.trend_period, "Width of a trend period; null: the server's default.");
    wire.takes("crm_feedback_base_url", asked.crm_base_url, "Turns record ids into links.");
}

void declare(sdk::declaration& wire, reply& given)
{
    wire.is("AnalyzeBulkReply", "What the records say.");

    wire.gives("analysis", given.analysis, "The answer, Markdown.");
    wire.gives("quality_score", given.quality_score, "How well the records support it; null when no judge answered.")
        .at_least(0)
        .at_most(1)
        .example("0.86");
    wire.gives("uncertainty_explanation", given.uncertainty_explanation, "What makes the answer more or less certain.");
    wire.gives("feedback_record_count", given.feedback_record_count, "Records with content.").at_least(0);
    wire.gives("request_id", given.request_id, "Identifies this request in logs and usage.");
    wire.gives("used_anonymization", given.used_anonymization,
               "Whether personal data was replaced before a model saw it.");
    wire.gives("confidence", given.confidence,
               "Hierarchical mode only: how well the parts support their partial answers.")
        .at_least(0)
        .at_most(1);
    wire.gives("coding_trends", given.trends, "Codes over time; null when no record is dated.");
    wire.gives("pretty_output", given.pretty_output, "The same as plain text, for one CRM field.");
}

} // namespace verbatim::analyze_bulk
