#include "sample.hpp"

#include <boost/json/parse.hpp>

namespace sample {

sdk::words declare(mode)
{
    return {{"single_pass", mode::single_pass, "All records in one model call."},
            {"hierarchical", mode::hierarchical, "Clustered, analysed in parts, then joined."}};
}

sdk::words declare(period)
{
    return {{"day", period::day, "A day."}, {"week", period::week, "A week."}, {"month", period::month, "A month."}};
}

void declare(sdk::declaration& wire, record& one)
{
    wire.is("FeedbackRecord", "One message and what is known about it.");

    wire.needs("id", one.id, "How the caller names it.");
    wire.needs("content", one.content, "The message; may be empty.").at_most(100'000).screened();
    wire.takes("metadata", one.metadata, "What is known about a message besides its words.").null_is_absent();
    wire.takes("url_id", one.url_id, "Path segment of the record in the CRM.").null_is_absent();
}

void declare(sdk::declaration& wire, bulk_request& asked)
{
    wire.is("BulkRequest", "A question put to many feedback records.")
        .example(
            R"({"feedback_records":[{"id":"1","content":"Żle","metadata":{"a":[1]},"url_id":"x"}],"prompt":"Why?",)"
            R"("output_language":"Dutch","anonymize":false,"mode":"hierarchical","period":"day"})");

    wire.needs("feedback_records", asked.records, "The messages to read.").at_least(1);
    wire.needs("prompt", asked.prompt, "The analyst's question.")
        .at_least(1)
        .at_most(4'000)
        .screened(sdk::screening::question);
    wire.takes("output_language", asked.output_language, "Language of the answer.").example("Dutch");
    wire.takes("anonymize", asked.anonymize, "Whether personal data is replaced before a model sees it.");
    wire.takes("mode", asked.how, "How the corpus is read.");
    wire.takes("period", asked.trend_period, "Width of a trend period; null: the server's default.");
}

void declare(sdk::declaration& wire, node& one)
{
    wire.is("CodingNode", "One code and those beneath it, to any depth.");
    wire.needs("id", one.id, "Its id.");
    wire.needs("name", one.name, "Its label.").at_most(5);
    wire.takes("children", one.children, "Finer codes.");
}

void declare(sdk::declaration& wire, codes_request& asked)
{
    wire.is("CodesRequest", "Which codes fit a message.")
        .closed()
        .example(R"({"feedback_record":{"id":"1","content":"x"},"root_codes":[{"id":"a","name":"A","children":[)"
                 R"({"id":"b","name":"B"}]}],"max_codes":3,"confidence_threshold":0.5})");
    wire.needs("feedback_record", asked.record_given, "The message.");
    wire.needs("root_codes", asked.roots, "The framework.").at_least(1).at_most(3);
    wire.takes("max_codes", asked.max_codes, "At most so many.").at_least(1).at_most(50);
    wire.takes("confidence_threshold", asked.threshold, "Less sure ones are left out.")
        .at_least(0)
        .at_most(1)
        .example("0.86");
}

void declare(sdk::declaration& wire, numbers& held)
{
    wire.is("Numbers", "One of each width.");
    wire.takes("tiny", held.tiny, "8 bits.");
    wire.takes("byte", held.byte, "8 bits, unsigned.");
    wire.takes("small", held.small, "16 bits.").at_least(-5);
    wire.takes("large", held.large, "32 bits, unsigned.");
    wire.takes("whole", held.whole, "64 bits.");
    wire.takes("huge", held.huge, "64 bits, unsigned.");
    wire.takes("real", held.real, "A double.");
    wire.takes("share", held.share, "A double with bounds.").at_least(0).at_most(1);
    wire.takes("wait", held.wait, "A duration, by its count.").at_least(1);
    wire.takes("patience", held.patience, "A duration in fractions.").at_most(100'000);
}

namespace {

void ends_after_its_beginning(const window& asked, sdk::faults& found)
{
    if (asked.to <= asked.from) found.add("to", "'to' must be strictly greater than 'from'");
}

} // namespace

void declare(sdk::declaration& wire, window& asked)
{
    wire.is("Window", "A half-open window.");
    wire.takes("from", asked.from, "Inclusive.");
    wire.takes("to", asked.to, "Exclusive.");
    wire.also(&ends_after_its_beginning);
}

void declare(sdk::declaration& wire, windows& asked)
{
    wire.is("Windows", "Some windows.");
    wire.needs("all", asked.all, "Each of them.");
}

void declare(sdk::declaration& wire, closed_thing& held)
{
    wire.is("ClosedThing", "It knows its members.").closed();
    wire.needs("a", held.a, "The first.");
    wire.takes("b", held.b, "The second.");
}

void declare(sdk::declaration& wire, startup_key& one)
{
    wire.is("StartupKey", "A key.");
    wire.needs("name", one.name, "Its label.");
    wire.needs("key", one.key, "The key itself.");
}

void declare(sdk::declaration& wire, settings& held)
{
    wire.is("Settings", "Some settings.");
    wire.takes("MODEL", held.model, "Which model answers.").at_least(1);
    wire.takes("API_KEY", held.api_key, "Its key.");
    wire.takes("BASE", held.base, "Its address.");
    wire.takes("TIMEOUT", held.timeout, "Seconds an attempt may take.").at_least(0.5);
    wire.takes("TOKENS", held.tokens, "A cap.").at_least(1);
    wire.takes("STRUCTURED", held.structured, "Whether replies are asked for as JSON.");
    wire.takes("TREND", held.trend, "Width of a period.");
    wire.takes("FIELDS", held.fields, "Names of fields.").at_least(1);
    wire.needs("KEYS", held.keys, "Who may call.");
    wire.takes("FILE", held.file, "Where it lies.");
}

void declare(sdk::declaration& wire, borrowing& held)
{
    wire.is("Borrowing", "Its text stays in the body.");
    wire.needs("words", held.words, "Borrowed.").at_most(5).screened();
}

std::vector<std::string> problems(const sdk::table& what, std::string_view text, void* into)
{
    boost::json::parse_options within;
    within.max_depth = 64;
    const auto body  = boost::json::parse(boost::json::string_view{text.data(), text.size()}, {}, within);

    std::vector<std::string> told;
    for (const auto& one : sdk::read(what, body, into)) told.push_back(one.field + ": " + one.issue);
    return told;
}

} // namespace sample
