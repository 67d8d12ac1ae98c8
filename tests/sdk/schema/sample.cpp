#include "sample.hpp"

#include <boost/json/parse.hpp>

namespace sample {

sdk::enum_values declare(mode)
{
    return {"Mode",
            {{"single_pass", mode::single_pass, "All records in one model call."},
             {"hierarchical", mode::hierarchical, "Clustered, analysed in parts, then joined."}}};
}

sdk::enum_values declare(period)
{
    return {"Period",
            {{"day", period::day, "A day."}, {"week", period::week, "A week."}, {"month", period::month, "A month."}}};
}

void declare(sdk::schema_builder& schema, record& record)
{
    schema.name("FeedbackRecord", "One message and what is known about it.");

    schema.required("id", record.id, "How the caller names it.");
    schema.required("content", record.content, "The message; may be empty.").at_most(100'000).screened();
    schema.optional("metadata", record.metadata, "What is known about a message besides its words.").null_as_absent();
    schema.optional("url_id", record.url_id, "Path segment of the record in the CRM.").null_as_absent();
}

void declare(sdk::schema_builder& schema, bulk_request& request)
{
    schema.name("BulkRequest", "A question put to many feedback records.")
        .example(
            R"({"feedback_records":[{"id":"1","content":"Żle","metadata":{"a":[1]},"url_id":"x"}],"prompt":"Why?",)"
            R"("output_language":"Dutch","anonymize":false,"mode":"hierarchical","period":"day"})");

    schema.required("feedback_records", request.records, "The messages to read.").at_least(1);
    schema.required("prompt", request.prompt, "The analyst's question.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
    schema.optional("output_language", request.output_language, "Language of the answer.").example("Dutch");
    schema.optional("anonymize", request.anonymize, "Whether personal data is replaced before a model sees it.");
    schema.optional("mode", request.selected_mode, "How the corpus is read.");
    schema.optional("period", request.trend_period, "Width of a trend period; null: the server's default.");
}

void declare(sdk::schema_builder& schema, node& node)
{
    schema.name("CodingNode", "One code and those beneath it, to any depth.");
    schema.required("id", node.id, "Its id.");
    schema.required("name", node.name, "Its label.").at_most(5);
    schema.optional("children", node.children, "Finer codes.");
}

void declare(sdk::schema_builder& schema, codes_request& request)
{
    schema.name("CodesRequest", "Which codes fit a message.")
        .closed()
        .example(R"({"feedback_record":{"id":"1","content":"x"},"root_codes":[{"id":"a","name":"A","children":[)"
                 R"({"id":"b","name":"B"}]}],"max_codes":3,"confidence_threshold":0.5})");
    schema.required("feedback_record", request.record_given, "The message.");
    schema.required("root_codes", request.roots, "The framework.").at_least(1).at_most(3);
    schema.optional("max_codes", request.max_codes, "At most so many.").at_least(1).at_most(50);
    schema.optional("confidence_threshold", request.threshold, "Less sure ones are left out.")
        .at_least(0)
        .at_most(1)
        .example("0.86");
}

void declare(sdk::schema_builder& schema, numbers& numbers)
{
    schema.name("Numbers", "One of each width.");
    schema.optional("tiny", numbers.tiny, "8 bits.");
    schema.optional("byte", numbers.byte, "8 bits, unsigned.");
    schema.optional("small", numbers.small, "16 bits.").at_least(-5);
    schema.optional("large", numbers.large, "32 bits, unsigned.");
    schema.optional("whole", numbers.whole, "64 bits.");
    schema.optional("huge", numbers.huge, "64 bits, unsigned.");
    schema.optional("real", numbers.real, "A double.");
    schema.optional("share", numbers.share, "A double with bounds.").at_least(0).at_most(1);
    schema.optional("wait", numbers.wait, "A duration, by its count.").at_least(1);
    schema.optional("patience", numbers.patience, "A duration in fractions.").at_most(100'000);
}

namespace {

void ends_after_its_beginning(const window& window, sdk::validation_issues& issues)
{
    if (window.to <= window.from) issues.add("to", "'to' must be strictly greater than 'from'");
}

} // namespace

void declare(sdk::schema_builder& schema, window& window)
{
    schema.name("Window", "A half-open window.");
    schema.optional("from", window.from, "Inclusive.");
    schema.optional("to", window.to, "Exclusive.");
    schema.rule(&ends_after_its_beginning);
}

void declare(sdk::schema_builder& schema, windows& windows)
{
    schema.name("Windows", "Some windows.");
    schema.required("all", windows.all, "Each of them.");
}

void declare(sdk::schema_builder& schema, closed_thing& value)
{
    schema.name("ClosedThing", "It knows its members.").closed();
    schema.required("a", value.a, "The first.");
    schema.optional("b", value.b, "The second.");
}

void declare(sdk::schema_builder& schema, startup_key& key)
{
    schema.name("StartupKey", "A key.");
    schema.required("name", key.name, "Its label.");
    schema.required("key", key.key, "The key itself.");
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("Settings", "Some settings.");
    schema.optional("MODEL", settings.model, "Which model answers.").at_least(1);
    schema.optional("API_KEY", settings.api_key, "Its key.");
    schema.optional("BASE", settings.base, "Its address.");
    schema.optional("TIMEOUT", settings.timeout, "Seconds an attempt may take.").at_least(0.5);
    schema.optional("TOKENS", settings.tokens, "A cap.").at_least(1);
    schema.optional("STRUCTURED", settings.structured, "Whether replies are asked for as JSON.");
    schema.optional("TREND", settings.trend, "Width of a period.");
    schema.optional("FIELDS", settings.fields, "Names of fields.").at_least(1);
    schema.required("KEYS", settings.keys, "Who may call.");
    schema.optional("FILE", settings.file, "Where it lies.");
}

void declare(sdk::schema_builder& schema, borrowing& value)
{
    schema.name("Borrowing", "Its text stays in the body.");
    schema.required("words", value.words, "Borrowed.").at_most(5).screened();
}

std::vector<std::string> problems(const sdk::object_schema& schema, std::string_view text, void* target)
{
    boost::json::parse_options options;
    options.max_depth = 64;
    const auto body   = boost::json::parse(boost::json::string_view{text.data(), text.size()}, {}, options);

    std::vector<std::string> lines;
    for (const auto& issue : sdk::read(schema, body, target)) lines.push_back(issue.field + ": " + issue.issue);
    return lines;
}

} // namespace sample
