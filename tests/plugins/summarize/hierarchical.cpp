#include "hierarchical.hpp"

#include "operations.hpp"
#include "prompts.hpp"

#include "support/recording_model.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fail_each_call.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <string>

using namespace verbatim;
using testing::call_kind;
namespace json = boost::json;

namespace {

constexpr std::string_view marks = R"({"faithfulness": 1.0, "coverage": 0.5, "clarity": 0.5})"; // 0.8

struct fixture : testing::event_loop
{
    testing::fake_call             call;
    testing::recording_model       model;
    testing::first_letter_embedder engine;
    summarize::bulk_request        request;
    hierarchy::settings            settings{.target_chunk_tokens = 40, .min_cluster_size = 2, .concurrency = {}};

    fixture()
    {
        call.model_override    = &model;
        call.embedder_override = &engine;
        call.word_list.add("Amina", "PERSON");
        request.mode         = summarize::summary_mode::hierarchical;
        request.crm_base_url = "https://c.example/v";
        record("F-1", "a Amina of Goma has no <water>.............................", "aa");
        record("F-2", "a Water is far, says Amina..................................");
        record("F-3", "");
        record("F-4", "b Roads are bad.............................................");
        record("F-5", "b Roads are very bad........................................");
        model.answers[call_kind::map] = [](const testing::received_request&, std::size_t n) {
            return sdk::result<std::string>{n == 0 ? "- <PERSON_0> lacks water (2; F-1)" : "- Bad roads (2)"};
        };
        model.answers[call_kind::reduce] = [](const testing::received_request&, std::size_t) {
            return sdk::result<std::string>{
                R"json({"title": "Water and roads", "summary": "- <PERSON_0>: no water (F-1)\n- [x](https://evil.example)"})json"};
        };
        model.answers[call_kind::whole_judge] = [](const testing::received_request&, std::size_t) {
            return sdk::result<std::string>{std::string{marks}};
        };
    }

    void record(std::string id, std::string content, std::string url_id = {})
    {
        request.records.push_back(
            {.id = std::move(id), .content = std::move(content), .metadata = {}, .url_id = std::move(url_id)});
    }

    json::object answer()
    {
        const summarize::summarize_bulk operation{settings};
        return json::parse(sdk::to_json(run(operation.run(call, request)))).as_object();
    }

    sdk::errc failure()
    {
        const summarize::summarize_bulk operation{settings};
        return error_of(operation.run(call, request)).code();
    }
};

std::string text(const json::object& from, std::string_view name) { return json::value_to<std::string>(from.at(name)); }

} // namespace

BOOST_FIXTURE_TEST_SUITE(hierarchical_summary, fixture)

BOOST_AUTO_TEST_CASE(all_messages_and_the_whole_response)
{
    const auto response = answer();

    BOOST_REQUIRE(model.conversations.size() == 6u);
    const auto& map = model.conversations[0];
    BOOST_TEST(map.system == summarize::prompts::for_chunk({}).text());
    BOOST_TEST(map.user == "<feedback_records>\n<feedback_record id=\"F-1\">\n<text>a <PERSON_0> of Goma has no "
                           "&lt;water&gt;.............................</text>\n</feedback_record>\n"
                           "<feedback_record id=\"F-2\">\n<text>a Water is far, says "
                           "<PERSON_0>..................................</text>\n</feedback_record>\n"
                           "</feedback_records>\n\n<task>\nwrite\n</task>");
    const std::string parts =
        "<partial_analyses>\n<partial_analysis>\n- <PERSON_0> lacks water (2; F-1)\n</partial_analysis>\n"
        "<partial_analysis>\n- Bad roads (2)\n</partial_analysis>\n</partial_analyses>";
    const auto& reduce = model.conversations[2];
    BOOST_TEST(reduce.system == summarize::prompts::for_reduce(4, {}).text());
    BOOST_TEST(reduce.user == parts);
    BOOST_TEST(reduce.output_schema == "bulk_summary");
    const auto& judge = model.conversations[3];
    BOOST_TEST(judge.output_schema == "summary_judge");
    BOOST_TEST(judge.user == "<source_text>\n" + parts +
                                 "\n</source_text>\n\n<summary_to_score>\n- <PERSON_0>: no water (F-1)\n- x\n"
                                 "</summary_to_score>");
    const auto& chunk_judge = model.conversations[4];
    BOOST_TEST(chunk_judge.system == map.system);
    BOOST_TEST(chunk_judge.user == map.user.substr(0, map.user.find("<task>")) +
                                       "<analysis_to_score>\n- <PERSON_0> lacks water (2; F-1)\n"
                                       "</analysis_to_score>\n\n<task>\nscore\n</task>");

    BOOST_TEST((response.at("ids") == json::value{"F-1", "F-2", "F-4", "F-5"}));
    BOOST_TEST(text(response, "title") == "Water and roads");
    BOOST_TEST(text(response, "summary") == "- Amina: no water ([F-1](https://c.example/v/aa))\n- x");
    BOOST_TEST(response.at("quality_score").as_double() == 0.8);
    BOOST_TEST(response.at("confidence").as_double() == 0.5);
    BOOST_TEST(text(response, "uncertainty_explanation") ==
               "Confidence is the record-weighted average of 2 of 2 judged chunk(s); weakest chunk: 0.50.");
    BOOST_TEST(
        text(response, "pretty_output").starts_with("IDs:            F-1, F-2, F-4, F-5\nQUALITY:        ●●●●○ 80%"));
}

BOOST_AUTO_TEST_CASE(a_single_pass_has_no_members_of_the_other_mode)
{
    request.mode        = summarize::summary_mode::single_pass;
    call.model_override = nullptr;
    call.llm.auto_reply();
    const auto response = answer();
    BOOST_TEST(!response.contains("confidence"));
    BOOST_TEST(!response.contains("uncertainty_explanation"));
}

BOOST_AUTO_TEST_CASE(every_record_is_in_exactly_one_map_call)
{
    request.records.clear();
    for (int n = 0; n != 2'000; ++n)
        record("F", std::string(1, static_cast<char>('a' + n % 26)) + std::to_string(n) + std::string(100, '.'));
    settings.target_chunk_tokens = 1'000;
    const auto response          = answer();

    std::map<std::string, int> times;
    for (const auto& message : model.of_kind(call_kind::map))
        for (auto& content : testing::texts_in(message.user)) ++times[content];
    BOOST_TEST(times.size() == 2'000u);
    BOOST_TEST(std::ranges::all_of(times, [](const auto& entry) { return entry.second == 1; }));
    BOOST_TEST(response.at("ids").as_array().size() == 2'000u);
}

BOOST_AUTO_TEST_CASE(without_an_embedder_no_model_is_called)
{
    call.embedder_override = nullptr;
    BOOST_TEST((failure() == sdk::errc::analysis_unavailable));
    BOOST_TEST(model.conversations.empty());

    for (auto& each : request.records) each.content = "";
    BOOST_TEST(text(answer(), "summary").empty()); // there is nothing to embed
}

BOOST_AUTO_TEST_CASE(a_failed_chunk_is_left_out_and_named)
{
    model.answers[call_kind::map] = [](const testing::received_request&, std::size_t n) -> sdk::result<std::string> {
        sdk::error invalid{sdk::errc::llm_error};
        invalid.cause = sdk::failure_cause::invalid_request;
        if (n == 0) return invalid;
        return "- Bad roads (2)";
    };
    const auto response = answer();
    BOOST_TEST(
        text(response, "uncertainty_explanation") ==
        "Confidence is the record-weighted average of 1 of 2 judged chunk(s) (1 left out because the chunk or its "
        "judge failed); weakest chunk: 0.50.");
    BOOST_TEST(model.of_kind(call_kind::reduce).at(0).user.find("lacks water") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(failed_judges_drop_only_their_scores)
{
    model.answers[call_kind::whole_judge] = [](const testing::received_request&, std::size_t) {
        return sdk::result<std::string>{sdk::error{sdk::errc::llm_timeout}};
    };
    model.answers[call_kind::chunk_judge] = [](const testing::received_request&, std::size_t) {
        return sdk::result<std::string>{"no score"};
    };
    const auto response = answer();
    BOOST_TEST(response.at("quality_score").is_null());
    BOOST_TEST(!response.contains("confidence"));
    BOOST_TEST(text(response, "uncertainty_explanation") ==
               "No confidence value: not one of the 2 chunk(s) could be judged.");
    BOOST_TEST(!text(response, "summary").empty());
}

BOOST_AUTO_TEST_CASE(an_unreadable_or_blank_summary_fails_the_request)
{
    const auto write = [&](std::string output) {
        model.answers[call_kind::reduce] = [output](const testing::received_request&, std::size_t) {
            return sdk::result<std::string>{output};
        };
    };
    write("no JSON");
    BOOST_TEST((failure() == sdk::errc::llm_error));
    for (const char* output : {R"({"title": " ", "summary": "- x"})", R"({"title": "x", "summary": null})",
                               R"json({"title": "x", "summary": "![](https://evil.example)"})json"})
    {
        write(output);
        model.conversations.clear();
        BOOST_TEST((failure() == sdk::errc::analysis_unavailable));
        BOOST_TEST(model.conversations.size() == 3u); // of map and reduce: no judge is paid
    }
}

BOOST_AUTO_TEST_CASE(the_built_in_model_summarizes_chunks)
{
    call.model_override = nullptr;
    call.llm.reply_offline();
    const auto response = answer();
    BOOST_TEST(!text(response, "title").empty());
    BOOST_TEST(text(response, "summary").find("Amina") != std::string::npos);
    BOOST_TEST(text(response, "summary").find("<PERSON_0>") == std::string::npos);
    BOOST_TEST(response.at("quality_score").is_null());
    BOOST_TEST(!response.contains("confidence"));
    BOOST_TEST(text(response, "uncertainty_explanation") ==
               "Only words were counted; nobody checked the meaning, so there is no quality score.");
}

BOOST_AUTO_TEST_CASE(whichever_call_fails_there_is_a_summary_or_a_declared_error)
{
    const summarize::summarize_bulk operation{settings};
    const auto outcomes = testing::fail_each_call(operation, request, [&](testing::fake_call& fresh) {
        fresh.embedder_override = &engine;
        fresh.llm.reply_offline();
    });
    BOOST_TEST(outcomes.size() >= 6 * testing::all_model_failures().size());
    for (const auto& outcome : outcomes) BOOST_TEST_CONTEXT(outcome.failure.name << " " << outcome.failed_call)
        {
            if (outcome.cancelled) continue;
            const bool is_of_reduce = outcome.failed_call >= 2 && outcome.error.has_value();
            BOOST_TEST((outcome.response.has_value() || is_of_reduce));
            if (!outcome.response) continue;
            const auto response = json::parse(*outcome.response).as_object();
            BOOST_TEST(!text(response, "summary").empty());
            BOOST_TEST(text(response, "summary").find("PERSON_") == std::string::npos);
        }
}

BOOST_AUTO_TEST_SUITE_END()
