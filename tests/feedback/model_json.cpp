#include "verbatim/feedback/model_json.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace verbatim;
using repair = sdk::reply_repair;

namespace {

struct scored_record
{
    std::int64_t record = 0;
    double       score  = 0;
    std::string  reason;
};
void declare(sdk::schema_builder& schema, scored_record& value)
{
    schema.name("ScoredRecord", "A score.");
    schema.field("record", value.record, "Number.");
    schema.field("score", value.score, "Score.");
    schema.field("reason", value.reason, "Reason.");
}

struct scored_list
{
    std::vector<scored_record> scores;
};
void declare(sdk::schema_builder& schema, scored_list& value)
{
    schema.name("ScoredList", "Scores.");
    schema.field("scores", value.scores, "The scores.");
}

struct note
{
    std::string title;
    std::string summary_text;
};
void declare(sdk::schema_builder& schema, note& value)
{
    schema.name("Note", "A note.");
    schema.field("title", value.title, "Title.");
    schema.field("summary_text", value.summary_text, "Text.");
}

sdk::reply_reading read_note(std::string_view output)
{
    return feedback::read_reply(feedback::output_schema_of<note>("a_note"), output);
}

sdk::reply_reading read_list(std::string_view output, bool allows_prefix = false)
{
    auto schema          = feedback::output_schema_of<scored_list>("scores");
    schema.allows_prefix = allows_prefix;
    return feedback::read_reply(schema, output);
}

const std::string whole = R"({"title":"Water","summary_text":"None."})";

/// Equal as JSON.
bool holds(const sdk::reply_reading& reading, std::string_view json)
{
    return reading.fits && reading.json && boost::json::parse(*reading.json) == boost::json::parse(json);
}

bool has(const sdk::reply_reading& reading, repair kind)
{
    return std::ranges::find(reading.repairs, kind) != reading.repairs.end();
}

std::string repeated(std::string_view part, int count)
{
    std::string text;
    for (int n = 0; n != count; ++n) text += part;
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(model_json)

BOOST_AUTO_TEST_CASE(a_well_formed_output_needs_no_repair)
{
    for (const auto& output : {whole, "\n " + whole + "\n"})
    {
        const auto reading = read_note(output);
        BOOST_TEST(holds(reading, whole));
        BOOST_TEST(reading.repairs.empty());
        BOOST_TEST(reading.problem.empty());
    }
}

BOOST_AUTO_TEST_CASE(each_form_of_a_middling_model_is_read_and_counted)
{
    const std::pair<std::string, repair> outputs[] = {
        {"```json\n" + whole + "\n```", repair::prose},
        {"Here it is:\n```JSON\n" + whole + "\n```\nI hope this helps!", repair::prose},
        {"I use {braces} and [brackets]. " + whole + " Done.", repair::prose},
        {R"({"title":"no","summary_text":"no"} Or rather: )" + whole, repair::prose},
        {R"({"title":"Water","summary_text":"None.",})", repair::commas},
        {"{// the title\n\"title\":\"Water\", /* and */ \"summary_text\":\"None.\" # end\n}", repair::comments},
        {"{'title':'Water','summary_text':'None.'}", repair::quotes},
        {"{title: \"Water\", summary_text: \"None.\"}", repair::quotes},
        {"{“title”: “Water”, “summary_text”: “None.”}", repair::quotes},
        {"{„title“: „Water“, «summary_text»: ‘None.’}", repair::quotes},
        {R"({"Title":"Water","Summary Text":"None."})", repair::names},
        {R"({"title":"Water","summaryText":"None."})", repair::names},
        {R"({"title":"Water","summary_text":"None.","why":"x"})", repair::members},
        {R"({"result":{"title":"Water","summary_text":"None."}})", repair::wrapper},
        {R"({"data":{"output":{"title":"Water","summary_text":"None."}}})", repair::wrapper},
        {R"({"a_note":{"title":"Water","summary_text":"None."}})", repair::wrapper},
        {R"([{"title":"Water","summary_text":"None."}])", repair::wrapper},
        {R"({"title":["Water"],"summary_text":"None."})", repair::types},
        {R"({"title":"Water","summary_text":"None.")", repair::unclosed},
    };
    for (const auto& [output, kind] : outputs) BOOST_TEST_CONTEXT(output)
        {
            const auto reading = read_note(output);
            BOOST_TEST(holds(reading, whole));
            BOOST_TEST(has(reading, kind));
        }
}

BOOST_AUTO_TEST_CASE(raw_control_characters_stay_in_a_text)
{
    const auto reading = read_note("{\"title\": \"Water\", \"summary_text\": \"- no water\n-\tlong queue\"}");
    BOOST_TEST(holds(reading, R"({"title":"Water","summary_text":"- no water\n-\tlong queue"})"));
    BOOST_TEST(has(reading, repair::controls));
}

BOOST_AUTO_TEST_CASE(an_apostrophe_does_not_end_a_text_in_single_quotes)
{
    const auto expected = R"({"title":"People's water","summary_text":"it's \"far\""})";
    BOOST_TEST(holds(read_note(R"({'title': 'People's water', 'summary_text': 'it's "far"'})"), expected));
    BOOST_TEST(holds(read_note(R"({'title': 'People\'s water', 'summary_text': 'it\'s "far"'})"), expected));
}

BOOST_AUTO_TEST_CASE(escapes_are_read)
{
    BOOST_TEST(holds(read_note(R"({'title':'\u00e9\ud83d\ude00','summary_text':'a\_b\n\\'})"),
                     R"({"title":"\u00e9\ud83d\ude00","summary_text":"a_b\n\\"})"));
    BOOST_TEST(
        holds(read_note(R"({'title':'\ud83d','summary_text':''})"), "{\"title\":\"\uFFFD\",\"summary_text\":\"\"}"));
}

BOOST_AUTO_TEST_CASE(scores_and_numbers_are_read_in_the_forms_of_models)
{
    const auto list = [](std::string_view record, std::string_view score) {
        return R"({"scores":[{"record":)" + std::string{record} + R"(,"score":)" + std::string{score} +
               R"(,"reason":"x"}]})";
    };
    for (const auto* score :
         {"0.8", "\"0.8\"", "\"0,8\"", ".8", "+0.8", "\"8/10\"", "8/10", "4/5", "80%", "\"80 %\"", "\" 80% \""})
        BOOST_TEST(holds(read_list(list("3", score)), list("3", "0.8")), score);
    for (const auto* score :
         {"NaN", "None", "\"high\"", "\"8 of 10\"", "\"9/0\"", "\"12/10\"", "\"-1/2\"", "[0.8]", "{}", "true"})
        BOOST_TEST(!read_list(list("3", score)).fits, score);
    for (const auto* record : {"3", "3.0", "\"3\"", "\"#3\"", "\"record 3\"", "\"[3]\"", "\"F-3.\"", "\"R3\"", "03"})
        BOOST_TEST(holds(read_list(list(record, "1")), list("3", "1")), record);
    for (const auto* record : {"\"three\"", "\"3 or 4\"", "3.5", "\"\"", "null", "\"3a\"", "99999999999999999999"})
        BOOST_TEST(!read_list(list(record, "1")).fits, record);
    BOOST_TEST(holds(read_list(list("\"-1\"", "1")), list("-1", "1")));
    BOOST_TEST(has(read_list(list("\"record 3\"", "1")), repair::references));
    BOOST_TEST(has(read_list(list("\"3\"", "1")), repair::numbers));
}

BOOST_AUTO_TEST_CASE(a_list_stands_for_an_object_with_one_list)
{
    BOOST_TEST(holds(read_list(R"([{"record":1,"score":1,"reason":"x"}])"),
                     R"({"scores":[{"record":1,"score":1,"reason":"x"}]})"));
    BOOST_TEST(holds(read_list("[]"), R"({"scores":[]})"));
    BOOST_TEST(holds(read_list(R"({"scores":{"record":1,"score":1,"reason":"x"}})"),
                     R"({"scores":[{"record":1,"score":1,"reason":"x"}]})"));
}

BOOST_AUTO_TEST_CASE(an_output_that_ends_early_is_closed_only_where_a_prefix_is_of_use)
{
    const std::string begin = R"({"scores":[{"record":1,"score":1,"reason":"x"},{"record":2,"score":0.5,"rea)";
    for (std::size_t cut : {begin.size(), begin.size() - 5, begin.size() - 13})
    {
        const auto output = begin.substr(0, cut);
        BOOST_TEST(!read_list(output).fits);
        BOOST_TEST(read_list(output).problem == "The answer is JSON that ends before it is complete.");
        const auto reading = read_list(output, true);
        BOOST_TEST(holds(reading, R"({"scores":[{"record":1,"score":1,"reason":"x"}]})"));
        BOOST_TEST(has(reading, repair::unclosed));
    }
    for (const char* output : {R"({"title":"Water","summary_text":"Non)", R"({"title":"Water")", R"({"title":"Water",)",
                               R"({"title":"Water","summary_text)", "{"})
        BOOST_TEST(!read_note(output).fits, output);
}

BOOST_AUTO_TEST_CASE(the_problem_names_the_member_and_nothing_of_the_output)
{
    BOOST_TEST(read_note("SECRET").problem == "The answer holds no JSON object.");
    BOOST_TEST(read_note(R"({"title":"SECRET"})").problem == "summary_text is missing.");
    BOOST_TEST(read_note(R"({"title":"SECRET","summary_text":{"SECRET":1}})").problem ==
               "summary_text must be a text.");
    BOOST_TEST(read_list(R"({"scores":[{"record":1,"score":"SECRET","reason":"x"}]})").problem ==
               "scores[0].score must be a number.");
}

BOOST_AUTO_TEST_CASE(the_last_value_that_fits_counts)
{
    const auto other = R"({"title":"no","summary_text":"no"})";
    BOOST_TEST(holds(read_note(std::string{other} + whole + R"({"title":1})" + "{"), whole));
    BOOST_TEST(holds(read_note(std::string{other} + "\n" + whole + "\n{\"other\":1}"), whole));
}

BOOST_AUTO_TEST_CASE(nothing_inside_of_a_broken_value_is_a_value)
{
    for (const char* output :
         {R"({"a":1 "x":{"title":"a","summary_text":"b"}})", R"({"list":[{"title":"a","summary_text":"b"} 2]})",
          R"({"a" {"title":"a","summary_text":"b"}})", R"([,{"title":"a","summary_text":"b"}])"})
        BOOST_TEST(!read_note(output).fits, output);
}

BOOST_AUTO_TEST_CASE(hostile_outputs_are_read_in_linear_time) // quadratic reading takes minutes
{
    for (const auto& output :
         {repeated("{", 1'000'000), repeated("[", 1'000'000), repeated("{\"a\":", 200'000), repeated("{'", 300'000),
          repeated("{}", 300'000), repeated("[1,", 300'000), repeated("{a:'b' ", 200'000), repeated("“", 200'000),
          "{\"a\":'" + repeated("' ", 300'000), "{\"a\":\"" + repeated("\\", 500'000), repeated("/*", 300'000),
          "[" + repeated("/*", 300'000), "[" + repeated("#\n", 300'000), "{" + repeated("\\u", 300'000),
          "[" + repeated("1 ", 300'000), "[" + repeated("-", 500'000), "[" + repeated("a", 500'000)})
    {
        BOOST_TEST(!read_note(output).fits);
        (void)read_list(output, true);
    }
}

BOOST_AUTO_TEST_CASE(a_reading_is_read_back_without_repairs)
{
    for (const auto* output :
         {"{'title':'Water','summary_text':'None.'}", "[{\"Title\":\"a\",\"SUMMARY TEXT\":[\"b\",\"c\"]}]"})
    {
        const auto once  = read_note(output);
        const auto twice = read_note(once.json.value());
        BOOST_TEST(twice.fits);
        BOOST_TEST(twice.repairs.empty());
        BOOST_TEST(*twice.json == *once.json);
    }
}

BOOST_AUTO_TEST_CASE(a_declared_value_is_read_from_any_of_these_forms)
{
    for (const std::string& output :
         {whole, "```json\n" + whole + "\n```", std::string{"It is {'title':'Water','summary_text':'None.',}."}})
        BOOST_TEST(feedback::read_output<note>(output).value().title == "Water", output);
    for (const char* output : {"", "0.5", "[]", "{}", R"({"title":"Water"})"})
        BOOST_TEST(!feedback::read_output<note>(output).has_value(), output);
}

BOOST_AUTO_TEST_SUITE_END()
