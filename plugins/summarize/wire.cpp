#include "wire.hpp"

#include "verbatim/feedback/hyperlinks.hpp"

namespace verbatim::summarize {

namespace {

template <class Response>
void declare_summary(sdk::schema_builder& schema, Response& response)
{
    schema.field("title", response.title, "Title of a few words.").example("Insulin stock-outs");
    schema.field("summary", response.summary, "Short lines, each starting with a hyphen.")
        .example("- Insulin unavailable twice in a month");
    schema
        .field("quality_score", response.quality_score,
               "How well the summary matches its source in the opinion of a model, from 0 to 1; not calibrated. Null if the "
               "judge failed or is the built-in model, which does not judge.")
        .at_least(0)
        .at_most(1)
        .example("0.9");
    schema.field("pretty_output", response.pretty_output, "The response as plain text for one CRM field.");
}

} // namespace

void declare(sdk::schema_builder& schema, record_request& request)
{
    schema.name("SummarizeRequest", "A feedback record to summarize.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    schema.required("feedback_record", request.record, "Feedback record to summarize.");
}

void declare(sdk::schema_builder& schema, record_response& response)
{
    schema.name("SummarizeResponse", "The summary of a record.").example(R"({
  "id": "Form-00017",
  "title": "Insulin stock-outs",
  "summary": "- Insulin unavailable twice in a month",
  "quality_score": 0.9,
  "pretty_output": "Feedback-ID:    Form-00017\nQUALITY:        ●●●●● 90%\nTITLE:          Insulin stock-outs\nSUMMARY:\n- Insulin unavailable twice in a month\n------------------------------------------------------------"
})");

    schema.field("id", response.id, "Id of the record.").example("Form-00017");
    declare_summary(schema, response);
}

sdk::enum_values declare(summary_mode)
{
    return {"SummaryMode",
            {{"single_pass", summary_mode::single_pass, "One model call reads all records."},
             {"hierarchical", summary_mode::hierarchical,
              "Groups similar records, summarizes each group, and combines the results."}}};
}

void declare(sdk::schema_builder& schema, bulk_request& request)
{
    schema.name("SummarizeBulkRequest", "Feedback records to summarize together.").example(R"({
  "feedback_records": [
    {"id": "a-1", "content": "We queue for hours at the water point.", "url_id": "77"},
    {"id": "a-2", "content": "The pump is broken and the queue is long."}
  ],
  "output_language": "English",
  "crm_feedback_base_url": "https://crm.example.org/#CFeedbackData/view"
})");

    schema.required("feedback_records", request.records, "Feedback records to summarize.").at_least(1);
    schema.optional("mode", request.mode, "How the records are summarized.");
    schema
        .optional("output_language", request.output_language,
                  "Language of title and summary, such as `Dutch` or `nl`. Unknown languages are ignored.")
        .example("Dutch");
    schema
        .optional("crm_feedback_base_url", request.crm_base_url,
                  "Base URL of the CRM. Record ids in the summary become links to it.")
        .at_most(feedback::max_base_url_length);
}

void declare(sdk::schema_builder& schema, bulk_response& response)
{
    schema.name("SummarizeBulkResponse", "The summary of the records.").example(R"({
  "ids": ["a-1", "a-2"],
  "title": "Water point queues",
  "summary": "- Long queues ([a-1](https://crm.example.org/#CFeedbackData/view/77))\n- Broken pump",
  "quality_score": 0.74,
  "pretty_output": "IDs:            a-1, a-2\nQUALITY:        ●●●●○ 74%\nTITLE:          Water point queues\nSUMMARY:\n- Long queues ([a-1](https://crm.example.org/#CFeedbackData/view/77))\n- Broken pump\n------------------------------------------------------------"
})");

    schema.field("ids", response.ids, "Ids of the records with content, in request order.")
        .example(R"(["a-1", "a-2"])");
    declare_summary(schema, response);
    schema
        .field("refused_records", response.refused_records,
               "Ids of records that the content filter of the provider refused; the summary leaves them out. Absent "
               "without any.")
        .absent_if_null();
    schema
        .field("confidence", response.confidence,
               "Average judge score of the chunks, weighted by record count. Mode `hierarchical` only; absent if no "
               "chunk was judged.")
        .at_least(0)
        .at_most(1)
        .absent_if_null();
    schema
        .field("uncertainty_explanation", response.uncertainty_explanation,
               "How many chunks the confidence covers. Mode `hierarchical` only.")
        .absent_if_null();
}

} // namespace verbatim::summarize
