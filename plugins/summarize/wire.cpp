#include "wire.hpp"

namespace verbatim::summarize {

namespace {

template <class Response>
void declare_summary(sdk::schema_builder& schema, Response& response)
{
    schema.field("title", response.title, "A few words.").example("Insulin stock-outs");
    schema.field("summary", response.summary, "Short lines, each beginning with a hyphen.")
        .example("- Insulin unavailable twice in a month");
    schema
        .field("quality_score", response.quality_score,
               "How well the summary says what was said; null when no judge answered.")
        .at_least(0)
        .at_most(1)
        .example("0.9");
    schema.field("pretty_output", response.pretty_output, "The same as plain text, for one CRM field.");
}

} // namespace

void declare(sdk::schema_builder& schema, record_request& request)
{
    schema.name("SummarizeRequest", "One message to be summarized.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    schema.required("feedback_record", request.record, "The message to summarize.");
}

void declare(sdk::schema_builder& schema, record_response& response)
{
    schema.name("SummarizeReply", "What a message says, in short.");

    schema.field("id", response.id, "Of the record.").example("Form-00017");
    declare_summary(schema, response);
}

void declare(sdk::schema_builder& schema, bulk_request& request)
{
    schema.name("SummarizeBulkRequest", "Messages to be summarized together.").example(R"({
  "feedback_records": [
    {"id": "a-1", "content": "We queue for hours at the water point.", "url_id": "77"},
    {"id": "a-2", "content": "The pump is broken and the queue is long."}
  ],
  "output_language": "English",
  "crm_feedback_base_url": "https://crm.example.org/#CFeedbackData/view"
})");

    schema.required("feedback_records", request.records, "The messages to read.").at_least(1);
    schema
        .optional("output_language", request.output_language,
                  "Language of title and summary; what is no language is ignored.")
        .example("Dutch");
    schema.optional("crm_feedback_base_url", request.crm_base_url, "Turns record ids into links.");
}

void declare(sdk::schema_builder& schema, bulk_response& response)
{
    schema.name("SummarizeBulkReply", "What messages say together, in short.");

    schema.field("ids", response.ids, "Of the records with content, in request order.").example(R"(["a-1", "a-2"])");
    declare_summary(schema, response);
}

} // namespace verbatim::summarize
