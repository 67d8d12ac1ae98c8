#include "verbatim/feedback/completion_fields.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace verbatim;

namespace {

struct scored
{
    double score = 0;
};

void declare(sdk::schema_builder& schema, scored& value)
{
    schema.name("Scored", "A score.");
    schema.field("score", value.score, "The score.");
}

feedback::completion_fields parse(std::string_view completion) { return {completion, {"score", "explanation"}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(loose_reply)

BOOST_AUTO_TEST_CASE(every_format_gives_the_same_fields)
{
    for (const char* completion : {R"({"score":0.5,"explanation":"thin"})", R"({"Score":"0.5","EXPLANATION":" thin "})",
                                   "```json\n{\"score\":0.5,\"explanation\":\"thin\"}\n```",
                                   "Here it is:\n```\n{\"score\":0.5,\"explanation\":\"thin\"}\n```\nDone.",
                                   "SCORE: 0.5\nEXPLANATION: thin", "score: .5\r\nexplanation: thin\r\n",
                                   "**Score:** 0.5\n**Explanation:** thin", "- Score: 0.5\n- Explanation: thin",
                                   "```\nSCORE: 0.5\nEXPLANATION: thin\n```", "EXPLANATION: thin\nSCORE: +0.5"})
        BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "thin"));
        }
}

BOOST_AUTO_TEST_CASE(json_is_found_in_a_fence_of_any_form)
{
    const std::string object = R"({"a":1})";
    for (const std::string& completion :
         {object, " \n" + object + "\n", "```json\n" + object + "\n```", "```json " + object + " ```",
          "```" + object + "```", "```json" + object + "```", "```\n" + object, "~~~\n" + object + "\n~~~",
          "````json\r\n" + object + "\r\n````", "It is:\n```JSON\n" + object + "\n```\nDone.",
          "Not ```this``` but ```json\n" + object + "\n```"})
        BOOST_TEST(feedback::find_json(completion) == object, completion);
    BOOST_TEST(feedback::find_json("```[1]```") == "[1]");
}

BOOST_AUTO_TEST_CASE(a_fence_inside_json_is_a_text_of_it)
{
    const std::string object = "{\n  \"score\": 0.5,\n  \"explanation\": \"it says ```\\nno``` here\"\n}";
    for (const std::string& completion : {object, "```json\n" + object + "\n```"}) BOOST_TEST_CONTEXT(completion)
        {
            BOOST_TEST(feedback::find_json(completion) == object);
            BOOST_TEST((parse(completion).number({"score"}) == 0.5));
            BOOST_TEST((parse(completion).text({"explanation"}) == "it says ```\nno``` here"));
        }
}

BOOST_AUTO_TEST_CASE(without_json_the_trimmed_output_is_returned)
{
    for (const char* completion :
         {"", "none", "```", "```json", "``` ```", "```json\nnone\n```", "{", "```{```", "0.5", "}{", "{}{}"})
        BOOST_TEST(feedback::find_json(completion) == completion);
    std::string fences;
    for (int n = 0; n != 20'000; ++n) fences += "```{\n";
    BOOST_TEST(feedback::find_json(fences) == fences.substr(0, fences.size() - 1));
}

BOOST_AUTO_TEST_CASE(an_object_is_found_in_prose)
{
    const std::string object = R"({"a":{"b":["}"]}})";
    for (const std::string& completion :
         {"Here is the result: " + object, object + "\nI hope this helps!", "Sure.\n\n" + object + " Done. [F-1]",
          "See [F-1].\n" + object, "`" + object + "`", "\xEF\xBB\xBF" + object, "```\n" + object + "\nNote: done"})
        BOOST_TEST(feedback::find_json(completion) == object, completion);
}

BOOST_AUTO_TEST_CASE(prose_with_several_objects_or_other_braces_has_no_json)
{
    for (const char* completion :
         {R"(Not {"a":0} but {"a":1})", R"(I use {braces}. {"a":1})", R"({"a":1} } )", R"({"a":1}, {"a":2})",
          R"(The list: [{"a":1}])", R"(The list: [ {"a":1}, {"a":2} ])", R"({"a":1)", R"({"a":{"b":1})", "{'a':1}",
          "{\"a\":\"line\nfeed\"}", R"({"a":NaN})", R"({a:1})", R"({"a":1 "b":2})", R"({"a":01})"})
        BOOST_TEST(feedback::find_json(completion) == sdk::utf8::trimmed(completion), completion);
}

BOOST_AUTO_TEST_CASE(a_comma_before_a_closing_bracket_is_removed)
{
    const std::pair<const char*, const char*> corrected[] = {{R"({"a":1,})", R"({"a":1})"},
                                                             {"{\"a\":[1,2,\n ], }", "{\"a\":[1,2\n ] }"},
                                                             {"[1,]", "[1]"},
                                                             {R"([{"a":",}"},])", R"([{"a":",}"}])"},
                                                             {R"({"a":"\",]",})", R"({"a":"\",]"})"},
                                                             {"Here:\n```json\n{\"a\":1,}\n```", R"({"a":1})"}};
    for (const auto& [completion, expected] : corrected)
        BOOST_TEST(feedback::find_json(completion) == expected, completion);

    for (const char* completion : {"[,]", "{,}", "[1,,]", R"({"a":1,,})", R"({"a":,})", R"({"a",})", "[1 2,]"})
        BOOST_TEST(feedback::find_json(completion) == completion);
}

BOOST_AUTO_TEST_CASE(a_declared_value_is_read_from_json_alone_in_a_fence_or_in_prose)
{
    for (const char* completion :
         {R"({"score":0.5})", " {\"score\":0.5}\n", "```json\n{\"score\":0.5}\n```", "It is {\"score\":0.5,}."})
        BOOST_TEST((feedback::read_output<scored>(completion).value().score == 0.5), completion);
    for (const char* completion :
         {"", "0.5", "[]", "{}", R"({"score":"high"})", "SCORE: 0.5", R"({"score":0.5} {"score":0.6})"})
        BOOST_TEST(!feedback::read_output<scored>(completion).has_value(), completion);
}

BOOST_AUTO_TEST_CASE(hostile_outputs_are_read_in_linear_time)
{
    const auto repeated = [](std::string_view part, int count) {
        std::string text;
        for (int n = 0; n != count; ++n) text += part;
        return text;
    };
    for (const auto& completion :
         {repeated("{", 1'000'000), repeated("}", 100'000), repeated("{}", 100'000), repeated("[", 100'000),
          repeated("{\"a\":", 50'000), repeated("[{\"a\":[", 50'000), repeated("```", 50'000),
          repeated("```{\n", 50'000), repeated("~~~```", 50'000), repeated(",", 100'000), repeated("{, ", 50'000),
          repeated("\"{\",", 50'000), repeated("{\"a\":1,}", 50'000), "```json\n{" + repeated(" ", 100'000),
          "{\"a\":\"" + repeated("\\", 100'000), "{\"a\":[" + repeated("1, ", 50'000) + "]"})
    {
        BOOST_TEST(feedback::find_json(completion) == sdk::utf8::trimmed(completion));
        BOOST_TEST(!parse(completion).number({"score"}).has_value());
    }
    const auto list = "{\"a\":[" + repeated("1, ", 100'000) + "]}";
    BOOST_TEST(feedback::find_json(list).size() == list.size() - 1);
}

BOOST_AUTO_TEST_CASE(labels_take_precedence_over_an_object_in_prose)
{
    const auto fields = parse("SCORE: 0.5\nEXPLANATION: it asks for {\"score\":1}");
    BOOST_TEST((fields.number({"score"}) == 0.5));
    BOOST_TEST((fields.text({"explanation"}) == "it asks for {\"score\":1}"));
    BOOST_TEST((parse("I give it {\"score\":0.5,}").number({"score"}) == 0.5));
}

BOOST_AUTO_TEST_CASE(labelled_lines_may_hold_or_stand_in_a_fence)
{
    for (const char* completion :
         {"SCORE: 0.5\nEXPLANATION: says ```no``` twice", "EXPLANATION: says ```no``` twice\nSCORE: 0.5"})
        BOOST_TEST((parse(completion).text({"explanation"}) == "says ```no``` twice"), completion);
    const auto fenced = parse("So:\n```\nSCORE: 0.5\nEXPLANATION: thin\n```\nThat is all.");
    BOOST_TEST((fenced.text({"explanation"}) == "thin"));
    BOOST_TEST((parse("```SCORE: 0.5```").number({"score"}) == 0.5));
}

BOOST_AUTO_TEST_CASE(negative_zero_is_zero)
{
    for (const char* completion : {R"({"score":-0.0})", R"({"score":"-0"})", "SCORE: -0.0", "SCORE: 0"})
    {
        const auto number = parse(completion).number({"score"});
        BOOST_TEST((number && *number == 0 && !std::signbit(*number)), completion);
    }
}

BOOST_AUTO_TEST_CASE(a_labelled_text_extends_to_the_next_label)
{
    const auto fields = parse("EXPLANATION: first\nNote: second\n\nthird\nSCORE: 1");
    BOOST_TEST((fields.text({"explanation"}) == "first\nNote: second\n\nthird"));
    BOOST_TEST((fields.number({"score"}) == 1.0));
}

BOOST_AUTO_TEST_CASE(missing_fields_have_no_value)
{
    for (const char* completion : {"", "   ", "no idea", "{", "[0.5]", "0.5", "{\"score\":null}", "{\"score\":true}",
                                   "{\"score\":[0.5]}", "SCORE:", "SCORE: nan", "SCORE: inf", "SCORE: 0.5 of 1",
                                   "SCORE: 1/2", "{\"score\":1e400}", "SCORE 0.5", "```"})
        BOOST_TEST_CONTEXT(completion) BOOST_TEST(!parse(completion).number({"score"}));
    BOOST_TEST(!parse(R"({"explanation":"  "})").text({"explanation"}));
    BOOST_TEST(!parse(R"({"explanation":3})").text({"explanation"}));
}

BOOST_AUTO_TEST_SUITE_END()
