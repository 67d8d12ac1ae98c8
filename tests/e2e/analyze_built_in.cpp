#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

std::string content_of(const char* file)
{
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::string sample_corpus() { return content_of(VERBATIM_SAMPLE_CORPUS); }

/// The text between two marks.
std::string text_between(const std::string& text, std::string_view before, std::string_view after)
{
    const auto begin = text.find(before);
    const auto end   = text.find(after, begin + before.size());
    if (begin == text.npos || end == text.npos) throw std::runtime_error{"no text after " + std::string{before}};
    return text.substr(begin + before.size(), end - begin - before.size());
}

/// Compares the response to the request of the README with one that it shows, behind `heading`.
void check_shown_response(test_server& server, std::string_view heading)
{
    const auto page  = content_of(VERBATIM_README);
    const auto rest  = page.substr(page.find(heading));
    auto       shown = json::parse(text_between(rest, "```json\n", "```")).as_object();

    const auto response = server.post("/v1/analyze-bulk", text_between(page, "-d '", "' | jq"));

    BOOST_REQUIRE(response.status == 200);
    auto body = json::parse(response.body).as_object();
    for (const auto* member : {"request_id", "pretty_output"})
    {
        BOOST_TEST(body.erase(member) == 1u);
        BOOST_TEST(shown.erase(member) == 1u);
    }
    BOOST_TEST(json::serialize(body) == json::serialize(shown));
}

} // namespace

BOOST_AUTO_TEST_SUITE(analyze_built_in)

BOOST_AUTO_TEST_CASE(sample_corpus_is_analysed_by_the_built_in_model)
{
    test_server server;

    const auto response = server.post("/v1/analyze-bulk", sample_corpus());

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();

    std::vector<std::string> keys;
    for (const auto& member : body) keys.emplace_back(member.key());
    const std::vector<std::string> expected{
        "analysis",           "quality_score", "uncertainty_explanation", "feedback_record_count", "request_id",
        "used_anonymization", "confidence",    "coding_trends",           "pretty_output"};
    BOOST_TEST(keys == expected, boost::test_tools::per_element());

    BOOST_TEST(body.at("feedback_record_count").as_int64() >= 60);
    BOOST_TEST((body.at("request_id").as_string() == response.field("x-request-id")));
    BOOST_TEST(body.at("used_anonymization").as_bool());
    BOOST_TEST(body.at("confidence").is_null());
    BOOST_TEST(body.at("quality_score").is_null()); // words were counted, and nobody judged
    BOOST_TEST(body.at("coding_trends").at("cells").as_array().size() > 5u);
    BOOST_TEST(text(body, "analysis").find("](https://") != std::string::npos); // ids are links
    BOOST_TEST(text(body, "pretty_output").find(text(body, "analysis")) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_readme_shows_the_response_of_a_model)
{
    using support::stub_response;
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(
        "The clinic has no insulin: it ran out twice this month (Form-17), and again a week later (Form-18)."));
    provider.respond_to("analysis_judge",
                        stub_response::chat(R"({"quality_score": 0.9, "uncertainty_explanation": )"
                                            R"("Both statements are in the records; two records show no trend."})"));
    test_server server{provider_settings(provider)};
    check_shown_response(server, "The response of a model");
    BOOST_TEST(provider.requests().front().body.find("PERSON_0") != std::string::npos);
    for (const auto& request : provider.requests()) BOOST_TEST(request.body.find("Kowalska") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_readme_shows_the_response_of_the_built_in_model)
{
    test_server server;
    check_shown_response(server, "The response of the built-in model");
}

BOOST_AUTO_TEST_CASE(every_constant_sentence_is_in_the_language_of_the_answer)
{
    test_server server;
    for (const auto* mode : {"single_pass", "hierarchical"})
        for (const auto* detail : {"text", "themes"})
            for (const auto& [language, question] : {std::pair{"fr", "What is missing?"},
                                                     std::pair{"", "Que disent les gens de l'eau et de la clinique ?"}})
            {
                json::object request{{"prompt", question},
                                     {"mode", mode},
                                     {"detail", detail},
                                     {"feedback_records",
                                      {{{"id", "a"}, {"content", "La clinique n'a plus d'insuline."}},
                                       {{"id", "b"}, {"content", "La clinique est fermée."}}}}};
                if (*language) request["output_language"] = language;
                const auto response = server.post("/v1/analyze-bulk", json::serialize(request));
                BOOST_REQUIRE(response.status == 200);
                BOOST_TEST(
                    text(json::parse(response.body).as_object(), "uncertainty_explanation") ==
                    "Seuls des mots ont été comptés ; personne n'a vérifié le sens, il n'y a donc pas de score de "
                    "qualité.");
            }
}

BOOST_AUTO_TEST_CASE(counts_of_codes_in_the_text_are_those_of_the_data)
{
    test_server server;

    const auto body = json::parse(server.post("/v1/analyze-bulk", sample_corpus()).body).as_object();

    std::map<std::string, std::int64_t> totals;
    for (const auto& cell : body.at("coding_trends").at("cells").as_array())
        totals[json::value_to<std::string>(cell.at("code"))] += cell.at("count").as_int64();
    const auto analysis = text(body, "analysis");
    const auto begin    = analysis.find("- Existing codes: ");
    BOOST_REQUIRE(begin != analysis.npos);
    const auto  line  = analysis.substr(begin, analysis.find('\n', begin) - begin);
    std::size_t codes = 0;
    for (const auto& [code, count] : totals) codes += line.find(code + " (" + std::to_string(count) + ")") != line.npos;
    BOOST_TEST(codes == std::min<std::size_t>(10, totals.size()), line);
}

// The pump is reported more often each month, but no larger part of the records; the rumour begins in August, the queue
// peaks in May, and reports of mosquitoes decline.
BOOST_AUTO_TEST_CASE(which_of_them_grow_is_answered_from_the_tested_changes)
{
    json::array records;
    const auto  add = [&](int month, int count, const std::string& text, const char* code) {
        for (int n = 0; n != count; ++n)
        {
            const auto date = (month < 10 ? "2026-0" : "2026-") + std::to_string(month) + "-15";
            records.push_back(json::object{{"id", "r-" + std::to_string(records.size() + 1)},
                                           {"content", text + std::to_string(100 * month + n) + "."},
                                           {"metadata", json::object{{"created", date}, {"coding_level_1", code}}}});
        }
    };
    for (int month = 1; month != 13; ++month)
    {
        add(month, 20 + 2 * month, "The hand pump is broken near house ", "Water");
        add(month, month >= 8 ? 15 : 0, "A rumour says the vaccine is poisoned, heard from family ", "Rumours");
        add(month, month == 5 ? 15 : 1, "The queue at the clinic takes hours in street ", "Queues");
        add(month, 13 - month, "Mosquitoes fill the tents of block ", "Mosquitoes");
    }
    test_server        server;
    const json::object request{
        {"prompt", "Which of them grow?"}, {"feedback_records", records}, {"period", "month"}, {"detail", "themes"}};

    const auto response = server.post("/v1/analyze-bulk", json::serialize(request));

    BOOST_REQUIRE(response.status == 200);
    const auto                         body = json::parse(response.body).as_object();
    std::map<std::string, std::string> kinds;
    for (const auto& change : body.at("coding_trends").at("changes").as_array())
        kinds[text(change.as_object(), "code")] = text(change.as_object(), "kind");
    BOOST_TEST(kinds["Rumours"] == "new");
    BOOST_TEST(kinds["Queues"] == "spike");
    BOOST_TEST(kinds["Mosquitoes"] == "fall");
    BOOST_TEST(kinds["Water"] != "rise"); // more records, not a larger share

    const auto analysis = text(body, "analysis");
    const auto number   = [&](std::string_view code, const char* member, std::size_t side) {
        for (const auto& change : body.at("coding_trends").at("changes").as_array())
            if (text(change.as_object(), "code") == code)
                return std::to_string(change.at(member).as_array().at(side).as_int64());
        return std::string{"no change"};
    };
    BOOST_TEST(analysis.find("Codes that change over time (other periods → periods named):\n") != analysis.npos,
               analysis);
    BOOST_TEST(analysis.find("   - new: Rumours (0 of " + number("Rumours", "totals", 0) +
                             ", 0% → 2026-08 – 2026-12: 75 of " + number("Rumours", "totals", 1) + ", ") !=
                   analysis.npos,
               analysis);
    BOOST_TEST(analysis.find("   - peak: Queues (11 of " + number("Queues", "totals", 0) + ", ") != analysis.npos);
    BOOST_TEST(analysis.find("   - declining: Mosquitoes (57 of ") != analysis.npos);

    // The themes as well, in the answer and in its list.
    BOOST_TEST(analysis.find("Themes that change over time") < analysis.find("Codes that change over time"));
    std::size_t changing = 0;
    for (const auto& theme : body.at("themes").as_array())
        for (const auto& change : theme.at("changes").as_array())
        {
            ++changing;
            const auto title = text(theme.as_object(), "title");
            BOOST_TEST(analysis.find(title + " (" + std::to_string(change.at("counts").as_array().at(0).as_int64()) +
                                     " of ") != analysis.npos,
                       title);
        }
    BOOST_TEST(changing >= 3u);
    BOOST_TEST(text(body, "uncertainty_explanation").find("Numbers in the analysis") == std::string::npos,
               text(body, "uncertainty_explanation"));
}

BOOST_AUTO_TEST_CASE(any_metadata_key_can_break_down_codes_without_a_setting)
{
    test_server server;
    json::array records;
    for (int n = 0; n != 40; ++n)
        records.push_back({{"id", std::to_string(n)},
                           {"content", "The tap is dry."},
                           {"metadata",
                            {{"coding_level_1", n % 4 == 0 ? "Food" : "Water"},
                             {"distribution channel", n < 20 ? "radio" : "sms"},
                             {"secret", "s"}}}});
    json::object request{{"prompt", "Why?"}, {"feedback_records", records}};
    request["breakdown_by"] = json::array{"distribution channel", "absent"};
    request["compare"]      = {{"key", "distribution channel"}, {"values", json::array{"radio", "sms"}}};

    const auto response = server.post("/v1/analyze-bulk", json::serialize(request));

    BOOST_REQUIRE(response.status == 200);
    const auto body      = json::parse(response.body).as_object();
    const auto breakdown = body.at("breakdown").as_array();
    BOOST_TEST(json::serialize(breakdown.at(0).at("values").at(0)) ==
               R"({"value":"radio","record_count":20,"counts":[)"
               R"({"kind":"code","id":"Water","title":"Water","count":15,"share":7.5E-1},)"
               R"({"kind":"code","id":"Food","title":"Food","count":5,"share":2.5E-1}]})");
    BOOST_TEST(breakdown.at(1).at("values").at(0).at("value").is_null());
    BOOST_TEST(breakdown.at(1).at("values").at(0).at("record_count").as_int64() == 40);
    BOOST_TEST(body.at("comparison").at("differences").at(0).at("p_value").to_number<double>() == 1);
}

BOOST_AUTO_TEST_CASE(usage_rows_exist_when_the_response_arrives)
{
    test_server server;

    const auto response = server.post("/v1/analyze-bulk", sample_corpus());
    const auto rows =
        server.query("select tenant_id, operation, call_id, model, status, input_tokens > 0, output_tokens > 0, "
                     "cost_usd from llm_calls");

    BOOST_REQUIRE(rows.size() == 2u); // analysis and judge
    for (const auto& row : rows)
        BOOST_TEST(row.starts_with("tenant-a|analyze|" + response.field("x-request-id") + "|local/extractive|ok|1|1|0"),
                   row);
}

BOOST_AUTO_TEST_CASE(only_empty_records_need_no_model_call)
{
    test_server server;

    const auto response =
        server.post("/v1/analyze-bulk", R"({"prompt": "What?", "feedback_records": [{"id": "a", "content": ""}]})");

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(text(body, "analysis").empty());
    BOOST_TEST(body.at("quality_score").is_null());
    BOOST_TEST(text(body, "uncertainty_explanation") == "No feedback content was provided.");
    BOOST_TEST(body.at("feedback_record_count").as_int64() == 0);
    BOOST_TEST(body.at("coding_trends").is_null());
    BOOST_TEST(!body.at("used_anonymization").as_bool());
    BOOST_TEST(server.query("select * from llm_calls").empty());
}

BOOST_AUTO_TEST_CASE(tiny_records_count_with_the_memory_that_they_take)
{
    // A tenant may hold 750,000 bytes; a record counts 640.
    test_server server{{{"NETWORK_MAX_BODY_BYTES", "65536"}, {"NETWORK_MAX_BODY_MEMORY", "1000000"}}};
    const auto  with_records = [](std::size_t count) {
        json::array records(count, json::object{{"id", ""}, {"content", "a"}});
        return json::serialize(json::object{{"prompt", "Why?"}, {"feedback_records", std::move(records)}});
    };

    BOOST_TEST(server.post("/v1/analyze-bulk", with_records(1'171)).status == 200);
    const auto refused = server.post("/v1/analyze-bulk", with_records(1'172));
    BOOST_TEST(refused.status == 413);
    BOOST_TEST(text(error_of(refused), "message") == "Request body holds too many list items");
}

BOOST_AUTO_TEST_CASE(over_the_token_limit_is_413_with_the_estimate)
{
    test_server server;

    std::string sentence;
    while (sentence.size() < 99'000) sentence += "water ";
    json::array records;
    for (int n = 0; n < 5; ++n) records.push_back({{"id", std::to_string(n)}, {"content", sentence}});
    const json::value body = {{"prompt", "What?"}, {"feedback_records", records}};

    const auto response = server.post("/v1/analyze-bulk", json::serialize(body));

    BOOST_TEST(response.status == 413);
    const auto message = text(error_of(response), "message");
    BOOST_TEST(message.starts_with("Estimated tokens (12"), message);
    BOOST_TEST(message.ends_with(") exceed limit (100000): send mode `hierarchical`, or fewer records"), message);
    BOOST_TEST(server.query("select * from llm_calls").empty());
}

BOOST_AUTO_TEST_CASE(usage_rows_survive_a_killed_server)
{
    support::temporary_directory folder;
    for (int start = 0; start < 2; ++start)
    {
        support::server_process server{default_settings(folder)};
        const auto              response = support::send_request(server.port(), "POST", "/v1/analyze-bulk",
                                                                 analysis_request("The water point is broken."),
                                                                 {{"Authorization", std::string{"Bearer "} + key}});
        BOOST_TEST(response.status == 200);
        server.signal(SIGKILL);
        server.wait();
    }

    BOOST_TEST(query(folder, "select count(*), count(distinct call_id) from llm_calls").at(0) == "4|2");
}

BOOST_AUTO_TEST_SUITE_END()
