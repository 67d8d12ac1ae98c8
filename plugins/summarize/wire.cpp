#include "wire.hpp"

namespace verbatim::summarize {

namespace {

template <class Reply>
void gives_summary(sdk::declaration& wire, Reply& given)
{
    wire.gives("title", given.title, "A few words.").example("Insulin stock-outs");
    wire.gives("summary", given.summary, "Short lines, each beginning with a hyphen.")
        .example("- Insulin unavailable twice in a month");
    wire.gives("quality_score", given.quality_score,
               "How well the summary says what was said; null when no judge answered.")
        .at_least(0)
        .at_most(1)
        .example("0.9");
    wire.gives("pretty_output", given.pretty_output, "The same as plain text, for one CRM field.");
}

} // namespace

void declare(sdk::declaration& wire, one_request& asked)
{
    wire.is("SummarizeRequest", "One message to be summarized.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    wire.needs("feedback_record", asked.record, "The message to summarize.");
}

void declare(sdk::declaration& wire, one_reply& given)
{
    wire.is("SummarizeReply", "What a message says, in short.");

    wire.gives("id", given.id, "Of the record.").example("Form-00017");
    gives_summary(wire, given);
}

void declare(sdk::declaration& wire, many_request& asked)
{
    wire.is("SummarizeBulkRequest", "Messages to be summarized together.").example(R"({
  "feedback_records": [
    {"id": "a-1", "content": "We queue for hours at the water point.", "url_id": "77"},
    {"id": "a-2", "content": "The pump is broken and the queue is long."}
  ],
  "output_language": "English",
  "crm_feedback_base_url": "https://crm.example.org/#CFeedbackData/view"
})");

    wire.needs("feedback_records", asked.records, "The messages to read.").at_least(1);
    wire.takes("output_language", asked.output_language,
               "Language of title and summary; what is no language is ignored.")
        .example("Dutch");
    wire.takes("crm_feedback_base_url", asked.crm_base_url, "Turns record ids into links.");
}

void declare(sdk::declaration& wire, many_reply& given)
{
    wire.is("SummarizeBulkReply", "What messages say together, in short.");

    wire.gives("ids", given.ids, "Of the records with content, in request order.").example(R"(["a-1", "a-2"])");
    gives_summary(wire, given);
}

} // namespace verbatim::summarize
