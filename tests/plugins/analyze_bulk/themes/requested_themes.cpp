// Themes that a request brings: read against, counted, and complemented.
#include "themes/wire.hpp"

#include "theme_fixture.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using testing::check_that_each_record_is_counted;
using testing::ids_in;
using testing::received_request;
using testing::text;
using testing::unassigned_for;
namespace json = boost::json;

namespace {

/// The themes of the perfect model, as a request brings them.
struct requested_fixture : testing::theme_fixture
{
    requested_fixture()
    {
        request.themes = {{.id = "water", .title = "Water"}, {.id = "food", .title = "Food"}, {.title = "Roads"}};
    }

    /// Sends the themes of a response in the next request.
    void send_back(const json::object& response)
    {
        analyze_bulk::request next;
        BOOST_TEST(read(R"("detail":"themes","themes":)" + json::serialize(response.at("themes")), next).empty());
        request.themes = std::move(next.themes);
    }

    static std::vector<sdk::field_issue> read(const std::string& members, analyze_bulk::request& request)
    {
        const auto body =
            json::parse(R"({"feedback_records":[{"id":"a","content":"c"}],"prompt":"p",)" + members + "}");
        return sdk::read(sdk::schema_of<analyze_bulk::request>(), body, &request);
    }
};

/// Each record has the themes whose title it holds, in lower case.
std::string assignments_by_title(const received_request& sent, std::size_t)
{
    std::vector<std::string> entries;
    const auto               bodies = testing::records_in(sent.user);
    for (std::size_t at = 0; at != bodies.size(); ++at)
    {
        std::vector<std::string> themes;
        for (const auto* word : {"Water", "Food"})
        {
            const auto place = sent.user.find(std::string{": "} + word);
            const auto begin = place == sent.user.npos ? place : sent.user.rfind('T', place);
            if (begin != sent.user.npos && bodies[at].find(sdk::ascii::lowercase(word)) != std::string::npos)
                themes.push_back(sent.user.substr(begin, place - begin));
        }
        entries.push_back(testing::assignment_entry(at + 1, themes));
    }
    return testing::assignment_output(entries);
}

/// Record counts by the ids of the themes and sub-themes.
std::map<std::string, std::int64_t> counts_of(const json::object& response)
{
    std::map<std::string, std::int64_t> counts;
    for (const auto& theme : response.at("themes").as_array())
    {
        counts[text(theme, "id")] = theme.at("record_count").as_int64();
        for (const auto& sub_theme : theme.at("sub_themes").as_array())
            counts[text(sub_theme, "id")] = sub_theme.at("record_count").as_int64();
    }
    return counts;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(requested_themes, requested_fixture)

BOOST_AUTO_TEST_CASE(the_records_are_read_against_the_list_without_an_induction)
{
    corpus(9, {"water is far", "food is dear", "water again"});
    const auto response = answer();

    BOOST_TEST(model.of_kind("theme_list").empty());
    BOOST_TEST(model.requests.size() == 3u); // assignment, analysis, judge
    BOOST_TEST((counts_of(response) == std::map<std::string, std::int64_t>{{"water", 6}, {"food", 3}, {"T3", 0}}));
    BOOST_TEST(text(response.at("themes").at(2), "title") == "Roads"); // without records, because it was asked for
    BOOST_TEST(!response.at("themes").at(0).as_object().contains("new"));
    check_that_each_record_is_counted(response, 9);
}

BOOST_AUTO_TEST_CASE(the_model_sees_the_criteria_and_no_personal_data)
{
    request.themes = {{.title      = "Water for Amina",
                       .definition = "Pumps in Goma.",
                       .inclusion  = "Wells.",
                       .exclusion  = "The food of Amina.",
                       .examples   = {"Amina fetches water."},
                       .sub_themes = {{.id = "wells", .title = "Wells of Amina", .definition = "Deep ones."}}}};
    record("a", "water");
    const auto response = answer();

    BOOST_TEST(model.requests.at(0).user.starts_with(
        "<themes>\nT1: Water for <PERSON_0>\ndefinition: Pumps in <LOCATION_1>.\ncriteria: Wells.\n"
        "excludes: The food of <PERSON_0>.\nexample: <PERSON_0> fetches water.\n"
        "T1.1: Wells of <PERSON_0>\ndefinition: Deep ones.\n</themes>"));
    for (const auto& sent : model.requests)
        BOOST_TEST((sent.user.find("Amina") == sent.user.npos && sent.user.find("Goma") == sent.user.npos));

    // The caller's own texts come back as they were.
    const auto& theme = response.at("themes").at(0);
    BOOST_TEST(text(theme, "title") == "Water for Amina");
    BOOST_TEST(text(theme, "definition") == "Pumps in Goma.");
    BOOST_TEST(text(theme, "exclusion") == "The food of Amina.");
    BOOST_TEST(text(theme.at("sub_themes").at(0), "title") == "Wells of Amina");
    BOOST_TEST(json::serialize(theme.at("examples")) == R"(["Amina fetches water."])");
}

BOOST_AUTO_TEST_CASE(themes_of_a_response_can_be_sent_back_unchanged)
{
    request.themes.clear();
    corpus(12);
    model.answers["theme_list"] = [](const received_request&, std::size_t) {
        return std::string{R"({"themes":[{"title":"Water","definition":"d","inclusion":"i","sub_themes":[)"
                           R"({"title":"Wells","definition":"w"},{"title":"Pumps","definition":"p"}]},)"
                           R"({"title":"Food","definition":"","inclusion":"","sub_themes":[]}]})"};
    };
    model.answers["theme_assignments"] = [](const received_request& sent, std::size_t) {
        std::vector<std::string> entries;
        const auto               bodies = testing::records_in(sent.user);
        for (std::size_t n = 0; n != bodies.size(); ++n)
            entries.push_back(testing::assignment_entry(n + 1, {bodies[n].find("water") == std::string::npos ? "T2"
                                                                : n % 2 == 0                                 ? "T1.1"
                                                                             : "T1.2"}));
        return testing::assignment_output(entries);
    };
    const auto first = answer();
    send_back(first);
    const auto second = answer();
    BOOST_TEST((counts_of(first) == counts_of(second)));
    BOOST_TEST(counts_of(second).size() == 4u);
    BOOST_TEST(json::serialize(first.at("themes")) == json::serialize(second.at("themes")));
}

BOOST_AUTO_TEST_CASE(any_number_of_records_is_read_once_in_either_mode_without_an_embedder)
{
    call.embedder_override                    = nullptr;
    settings.hierarchical.target_chunk_tokens = 40;
    model.limit.max_total_tokens              = 900;
    corpus(300);
    for (const auto mode : {analyze_bulk::analysis_mode::single_pass, analyze_bulk::analysis_mode::hierarchical})
    {
        request.mode = mode;
        model.requests.clear();
        const auto response = answer();

        check_that_each_record_is_read_once(300);
        BOOST_TEST(model.of_kind("theme_assignments").size() > 3u);
        BOOST_TEST(model.of_kind("theme_candidates").empty());
        BOOST_TEST(counts_of(response).at("water") == 200);
        check_that_each_record_is_counted(response, 300);
    }
}

BOOST_AUTO_TEST_CASE(further_themes_come_from_what_none_of_the_list_fits)
{
    request.themes      = {{.id = "T2", .title = "Water"}};
    request.induce_more = true;
    corpus(9, {"water is far", "food is dear", "road is bad"});
    model.answers["theme_list"] = [](const received_request&, std::size_t) {
        return std::string{R"({"themes":[{"title":"Food","definition":"","inclusion":"","sub_themes":[]},)"
                           R"({"title":"WATER","definition":"","inclusion":"","sub_themes":[]}]})"};
    };
    model.answers["theme_assignments"] = &assignments_by_title;
    for (const auto mode : {analyze_bulk::analysis_mode::single_pass, analyze_bulk::analysis_mode::hierarchical})
    {
        request.mode = mode;
        model.requests.clear();
        const auto response = answer();

        BOOST_TEST((counts_of(response) == std::map<std::string, std::int64_t>{{"T2", 3}, {"T3", 3}}));
        const auto& themes = response.at("themes").as_array();
        BOOST_REQUIRE(themes.size() == 2u); // none with the title of the list again
        BOOST_TEST(!themes[0].as_object().contains("new"));
        BOOST_TEST(themes[1].at("new").as_bool());
        BOOST_TEST(unassigned_for(response, "no_theme") == "r2 r5 r8");
        check_that_each_record_is_counted(response, 9);
        for (const auto& sent : model.of_kind("theme_list"))
            BOOST_TEST(sent.user.find("water is far") == sent.user.npos);
    }
}

BOOST_AUTO_TEST_CASE(no_further_theme_is_sought_where_the_list_fits_all)
{
    request.induce_more = true;
    corpus(6);
    answer();
    BOOST_TEST(model.of_kind("theme_list").empty());
}

BOOST_AUTO_TEST_CASE(a_search_that_finds_nothing_further_leaves_the_counts_as_they_are)
{
    request.themes.resize(1);
    request.induce_more                = true;
    model.answers["theme_assignments"] = &assignments_by_title;
    model.answers["theme_list"]        = [](const received_request&, std::size_t) {
        return std::string{R"({"themes":[{"title":"WATER","definition":"","inclusion":"","sub_themes":[]}]})"};
    };
    corpus(9, {"water is far", "food is dear", "road is bad"});
    const auto response = answer();
    BOOST_TEST((counts_of(response) == std::map<std::string, std::int64_t>{{"water", 3}}));
    BOOST_TEST(unassigned_for(response, "no_theme") == "r1 r2 r4 r5 r7 r8");
    check_that_each_record_is_counted(response, 9);
}

BOOST_AUTO_TEST_CASE(records_that_exceed_a_call_are_searched_for_further_themes_in_chunks)
{
    request.themes.resize(1);
    request.induce_more                       = true;
    model.answers["theme_assignments"]        = &assignments_by_title;
    model.limit.max_total_tokens              = 900;
    settings.hierarchical.target_chunk_tokens = 100;
    corpus(300, {"food is dear"});
    const auto response = answer();
    BOOST_TEST((counts_of(response) == std::map<std::string, std::int64_t>{{"water", 0}, {"T2", 300}}));
    BOOST_TEST(model.of_kind("theme_candidates").size() > 1u);
}

BOOST_AUTO_TEST_CASE(a_failed_search_for_further_themes_fails_the_request)
{
    request.themes.resize(1);
    request.induce_more = true;
    corpus(6);
    model.answers["theme_list"] = [](const received_request&, std::size_t) -> sdk::result<std::string> {
        return sdk::error{sdk::errc::llm_timeout};
    };
    model.answers["theme_assignments"] = &assignments_by_title;
    BOOST_TEST((failure().code() == sdk::errc::llm_timeout));
}

BOOST_AUTO_TEST_CASE(themes_are_counted_by_group_with_the_ids_of_the_request)
{
    corpus(9);
    request.breakdown_by = {"created"};
    const auto response  = answer();
    const auto counts    = response.at("breakdown").at(0).at("values").at(0).at("counts").as_array();
    BOOST_TEST(text(counts.at(0), "id") == "water");
    BOOST_TEST(text(counts.at(0), "title") == "Water");
}

BOOST_AUTO_TEST_CASE(the_built_in_model_reads_records_for_the_words_of_titles)
{
    call.model_override = nullptr;
    call.llm.reply_offline();
    request.themes = {{.id = "pumps", .title = "Broken pump"},
                      {.id = "prices", .title = "Costs", .inclusion = "prices; expensive"},
                      {.id = "roads", .title = "Roads"}};
    record("a", "The pump in our street is broken.");
    record("b", "The pump works. My phone is broken.");
    record("c", "Food prices rise in every market.");
    const auto response = answer();
    BOOST_TEST(ids_in(response.at("themes").at(0)) == "a");
    BOOST_TEST((counts_of(response) == std::map<std::string, std::int64_t>{{"pumps", 1}, {"prices", 1}, {"roads", 0}}));
    BOOST_TEST(unassigned_for(response, "no_theme") == "b");
}

BOOST_AUTO_TEST_CASE(bad_lists_are_refused_with_the_place_and_the_reason)
{
    struct example
    {
        std::string_view members;
        std::string_view field; ///< empty: accepted
    };
    const std::string long_text(301, 'a');
    const std::string long_example =
        R"("detail":"themes","themes":[{"title":"a","examples":[")" + long_text + R"("]}])";
    std::string many = R"("detail":"themes","themes":[{"title":"0"})";
    for (int n = 1; n != 101; ++n) many += R"(,{"title":")" + std::to_string(n) + R"("})";
    many += "]";
    const std::array examples{
        example{R"("detail":"themes","themes":[{"title":"a"},{"title":"b","id":"x"}])", ""},
        example{R"("detail":"themes","themes":[])", ""},
        example{R"("themes":[{"title":"a"}])", "themes"},
        example{R"("detail":"themes","induce_more":true)", "induce_more"},
        example{R"("detail":"themes","themes":[{"definition":"no title"}])", "themes[0].title"},
        example{R"("detail":"themes","themes":[{"title":"  "}])", "themes[0].title"},
        example{R"("detail":"themes","themes":[{"title":"a"},{"title":" A "}])", "themes[1].title"},
        example{R"("detail":"themes","themes":[{"title":"a","id":"x"},{"title":"b","id":"x"}])", "themes[1].id"},
        example{R"("detail":"themes","themes":[{"title":"a","id":"T2"},{"title":"b"}])", "themes[1].id"},
        example{R"("detail":"themes","themes":[{"title":"a","sub_themes":[{"title":"c"},{"title":"C"}]}])",
                "themes[0].sub_themes[1].title"},
        example{R"("detail":"themes","themes":[{"title":"a","id":""}])", "themes[0].id"},
        example{long_example, "themes[0].examples[0]"},
        example{many, "themes"},
    };
    for (const auto& example : examples) BOOST_TEST_CONTEXT(example.members)
        {
            analyze_bulk::request parsed;
            const auto            issues = read(std::string{example.members}, parsed);
            BOOST_TEST(issues.size() == (example.field.empty() ? 0u : 1u));
            if (!issues.empty()) BOOST_TEST(issues.front().field == example.field);
        }
}

BOOST_AUTO_TEST_SUITE_END()
