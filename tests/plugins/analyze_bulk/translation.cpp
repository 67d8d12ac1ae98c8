#include "translation/model_texts.hpp"
#include "translation/operation.hpp"

#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk::translation;
using namespace std::string_literals;

namespace {

const std::string french = R"json({"translations": [
    {"number": 2, "title": "Insuline", "definition": "made up"},
    {"number": 1, "title": "Pénurie chez <PERSON_0>", "definition": "Les médicaments\nmanquent. [x](https://foreign.example/)"},
    {"number": 3, "title": "Puits en panne", "definition": "Rien ne coule."}]})json";

struct fixture : testing::event_loop
{
    analyze_bulk::translation::operation operation;
    testing::fake_call                   call;
    analyze_bulk::translation::request   request{
          .themes          = {{.id         = "medicine",
                               .title      = "Shortages at Amina's",
                               .definition = "Medicines are <b>missing</b>.\nOften.",
                               .inclusion  = "criteria stay here",
                               .exclusion  = {},
                               .examples   = {"The text of a record."},
                               .sub_themes = {{.id = {}, .title = "Insulin", .definition = {}}}},
                              {.id         = {},
                               .title      = "Broken wells",
                               .definition = "No water.",
                               .inclusion  = {},
                               .exclusion  = {},
                               .examples   = {},
                               .sub_themes = {}}},
          .output_language = "français"};

    fixture() { call.word_list.add("Amina", "PERSON"); }

    response respond() { return run(operation.run(call, request)); }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

bool is_read(const std::string& output)
{
    const std::vector<std::string_view> texts{"Water is far", "People walk an hour to the next well every day.", "Taps",
                                              ""};
    return parse_translations(output, feedback::redaction{texts}, "fr").has_value();
}

std::string entry(int number, const std::string& title, const std::string& definition)
{
    return R"({"number": )" + std::to_string(number) + R"(, "title": ")" + title + R"(", "definition": ")" +
           definition + R"("})";
}

std::string list(const std::string& entries) { return R"({"translations": [)" + entries + "]}"; }

} // namespace

BOOST_FIXTURE_TEST_SUITE(translation, fixture)

BOOST_AUTO_TEST_CASE(it_keeps_the_rules_of_operations)
{
    for (const auto& problem : testing::check_operation(operation)) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(every_theme_has_its_translation_in_the_order_of_the_request)
{
    call.llm.reply_for("theme_translations", french);
    const auto response = respond();

    BOOST_TEST(response.language == "fr");
    BOOST_REQUIRE(response.themes.size() == 2U);
    const auto& medicine = response.themes[0];
    BOOST_TEST(medicine.id == "medicine");
    BOOST_TEST(medicine.title == "Pénurie chez Amina");
    BOOST_TEST(medicine.definition.text().starts_with("Les médicaments manquent."));
    BOOST_TEST(!contains(medicine.definition.text(), "foreign.example"));
    BOOST_REQUIRE(medicine.sub_themes.size() == 1U);
    BOOST_TEST(medicine.sub_themes[0].id == "T1.1");
    BOOST_TEST(medicine.sub_themes[0].title == "Insuline");
    BOOST_TEST(medicine.sub_themes[0].definition == ""); // the theme has none
    BOOST_TEST(response.themes[1].id == "T2");
    BOOST_TEST(response.themes[1].title == "Puits en panne");
    BOOST_TEST(response.themes[1].definition == "Rien ne coule.");
}

BOOST_AUTO_TEST_CASE(one_call_has_titles_and_definitions_and_no_text_of_a_record)
{
    call.llm.reply_for("theme_translations", french);
    respond();
    BOOST_REQUIRE(call.llm.requests().size() == 1U);
    const auto& sent = call.llm.requests()[0];
    BOOST_TEST(sent.user ==
               "<themes>\n1: Shortages at <PERSON_0>'s\ndefinition: Medicines are &lt;b&gt;missing&lt;/b&gt;. "
               "Often.\n2: Insulin\n3: Broken wells\ndefinition: No water.\n</themes>");
    BOOST_TEST(contains(sent.system, "Write the titles and definitions in French"));
    BOOST_TEST(!contains(sent.system, "français"));
}

BOOST_AUTO_TEST_CASE(without_redaction_names_are_sent)
{
    request.anonymize = false;
    call.llm.reply_for("theme_translations", french);
    respond();
    BOOST_TEST(contains(call.llm.requests().at(0).user, "Amina"));
}

BOOST_AUTO_TEST_CASE(the_built_in_model_translates_nothing)
{
    call.llm.reply_offline();
    BOOST_CHECK_EXCEPTION(respond(), sdk::error, [](const sdk::error& error) {
        return error.code_name() == "translation_unavailable" && error.declared()->status == 501;
    });
}

BOOST_AUTO_TEST_CASE(an_output_has_every_number_once)
{
    const auto water = entry(1, "L'eau est loin", "On marche une heure."), taps = entry(2, "Robinets", "");
    struct sample
    {
        std::string output;
        bool        is_read;
    };
    const std::vector<sample> samples{{list(water + "," + taps), true},
                                      {list(taps + "," + water), true},
                                      {list(water), false},
                                      {list(water + "," + water), false},
                                      {list(water + "," + taps + "," + entry(3, "Autre", "")), false},
                                      {list(entry(0, "a", "b") + "," + taps), false},
                                      {list(entry(-1, "a", "b") + "," + taps), false},
                                      {list(water + "," + entry(2, " ", "")), false},
                                      {list(entry(1, "L'eau est loin", " ") + "," + taps), false},
                                      {list(""), false},
                                      {"L'eau est loin", false},
                                      {"", false}};
    for (const auto& sample : samples) BOOST_TEST(is_read(sample.output) == sample.is_read, sample.output);
}

BOOST_AUTO_TEST_CASE(the_original_is_no_translation)
{
    const auto definition = "People walk an hour to the next well every day."s;
    BOOST_TEST(!is_read(list(entry(1, "Water is far", definition) + "," + entry(2, "Taps", ""))));
    BOOST_TEST(is_read(list(entry(1, "Water is far", definition) + "," + entry(2, "Robinets", ""))));
}

BOOST_AUTO_TEST_CASE(a_dry_run_expects_a_readable_output)
{
    const std::vector<std::string_view> texts{"Water is far", "People walk an hour to the next well every day.", "Taps",
                                              ""};
    const feedback::redaction           originals{texts};
    BOOST_TEST(parse_translations(expected_output(originals, "fr"), originals, "fr").has_value());
}

BOOST_AUTO_TEST_CASE(a_language_that_is_not_known_and_repeated_titles_are_refused)
{
    const auto refused = [](std::string_view body, std::string_view field) {
        const auto read = sdk::read_json<analyze_bulk::translation::request>(body);
        return !read && read.error().fields.at(0).field == field;
    };
    BOOST_TEST(refused(R"({"themes": [{"title": "A"}], "output_language": "Klingon of the west"})", "output_language"));
    BOOST_TEST(refused(R"({"themes": [{"title": "A"}]})", "output_language"));
    BOOST_TEST(refused(R"({"themes": [{"title": "A"}, {"title": "a"}], "output_language": "fr"})", "themes[1].title"));
    BOOST_TEST(refused(R"({"themes": [], "output_language": "fr"})", "themes"));
    BOOST_TEST(!refused(R"({"themes": [{"title": "A"}], "output_language": "pt-BR"})", "output_language"));
}

BOOST_AUTO_TEST_SUITE_END()
