// A call that runs again finds the answers of its earlier run only if it sends the same prompts:
// docs/reference/provider.md#accepted-answers.
#include "e2e/test_server.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

/// Texts with names, addresses and numbers, in several scripts. Some names are uncertain: they are words, too.
std::string content_of(int n)
{
    static const std::vector<std::string> persons{
        "Maria Kowalska", "Ahmed Hassan", "Rose Hill",    "Jean-Pierre Nkurunziza", "Олена Шевченко",
        "فاطمة الزهراء",  "Lindqvist",    "Grace Akinyi", "Nguyễn Văn Hùng",        "May Stone"};
    static const std::vector<std::string> problems{"The pump near the school is broken.",
                                                   "The clinic has no insulin and no nurse.",
                                                   "Cash has not arrived on the card for two months.",
                                                   "The roof leaks, and the tent has no stove.",
                                                   "The queue for flour begins before sunrise.",
                                                   "Nobody answers the phone of the office."};
    const auto&                           person = persons[static_cast<std::size_t>(n * 7) % persons.size()];
    const auto&                           other  = persons[static_cast<std::size_t>(n * 3 + 1) % persons.size()];
    return "My name is " + person + ". " + problems[static_cast<std::size_t>(n) % problems.size()] + " Mr. " + other +
           " told us to wait. Write to person" + std::to_string(n % 9) + "@example.org or call +243 812 345 6" +
           std::to_string(10 + n % 17) + ". This is message number " + std::to_string(n) + " of our block.";
}

json::object record(int n)
{
    return {{"id", "r-" + std::to_string(n)},
            {"content", content_of(n)},
            {"metadata",
             {{"created", "2026-0" + std::to_string(1 + n % 6) + "-1" + std::to_string(n % 10)},
              {"coding_level_1", "Theme " + std::to_string(n % 5)},
              {"coding_level_2", "Ask help" + std::to_string(n % 3) + "@example.org"}}}};
}

json::array records(int count)
{
    json::array list;
    for (int n = 0; n != count; ++n) list.push_back(record(n));
    return list;
}

json::object code(const std::string& id, json::array children)
{
    return {{"id", id}, {"name", "Code " + id}, {"children", std::move(children)}};
}

json::array framework()
{
    json::array roots;
    for (const std::string root : {"a", "b", "c"})
        roots.push_back(code(root, {code(root + "1", {code(root + "11", {}), code(root + "12", {})})}));
    return roots;
}

json::object analysis(const std::string& mode, int count)
{
    return {{"prompt", "What does Maria Kowalska need, and who helps?"},
            {"mode", mode},
            {"feedback_records", records(count)}};
}

struct operation_request
{
    std::string path;
    std::string body;
    std::size_t least_calls; ///< of models
};

const std::map<std::string, operation_request>& requests()
{
    // 3,000 records are anonymised, embedded and clustered in concurrent steps.
    static const std::map<std::string, operation_request> list{
        {"analyze_bulk, single pass", {"/v1/analyze-bulk", json::serialize(analysis("single_pass", 60)), 2}},
        {"analyze_bulk, hierarchical", {"/v1/analyze-bulk", json::serialize(analysis("hierarchical", 3'000)), 100}},
        {"summarize", {"/v1/summarize", json::serialize(json::object{{"feedback_record", record(3)}}), 2}},
        {"summarize_bulk", {"/v1/summarize-bulk", json::serialize(json::object{{"feedback_records", records(60)}}), 2}},
        {"assign_codes",
         {"/v1/assign-codes",
          json::serialize(json::object{
              {"feedback_record", record(4)}, {"coding_levels", {{"root_codes", framework()}}}, {"max_codes", 6}}),
          10}},
        {"assign_codes_bulk",
         {"/v1/assign-codes-bulk",
          json::serialize(json::object{
              {"feedback_records", records(25)}, {"coding_levels", {{"root_codes", framework()}}}, {"max_codes", 2}}),
          6}},
        {"detect_sensitive",
         {"/v1/detect-sensitive", json::serialize(json::object{{"feedback_record", record(5)}}), 1}},
        {"detect_sensitive_bulk",
         {"/v1/detect-sensitive-bulk", json::serialize(json::object{{"feedback_records", records(90)}}), 3}}};
    return list;
}

using prompts = std::multiset<std::string>;

struct provider_fixture
{
    provider_fixture()
    {
        const std::map<std::string, std::string> answers{
            {"analysis_judge", R"({"quality_score": 0.75, "uncertainty_explanation": "Well grounded."})"},
            {"record_summary", R"({"title": "Pump", "summary": "<PERSON_0> reports a broken pump."})"},
            {"bulk_summary", R"({"title": "Pumps", "summary": "<PERSON_0> and <PERSON_1> report broken pumps."})"},
            {"summary_judge", R"({"faithfulness": 0.9, "coverage": 0.8, "clarity": 0.7})"},
            {"code_pick", R"({"selected": [0, 1, 2, 3, 4, 6, 7, 8, 10, 11]})"},
            {"code_judge", R"({"score": 0.9, "explanation": "<PERSON_0> reports it."})"},
            {"code_picks", R"({"records": [{"record": 0, "selected": [2, 6]}, {"record": 1, "selected": [3]}]})"},
            {"code_judges",
             R"({"scores": [{"item": 0, "levels": [{"score": 0.9, "explanation": "<PERSON_0> reports it."},
                {"score": 0.9, "explanation": "Yes."}, {"score": 0.9, "explanation": "Yes."}]}]})"},
            {"sensitivity", R"({"sensitivity_types": [], "explanation": "None."})"},
            {"sensitivities",
             R"({"records": [{"record": 0, "sensitivity_types": ["THEFT"], "explanation": "<PERSON_0> reports it."}]})"}};
        for (const auto& [kind, answer] : answers) provider.respond_to(kind, stub_response::chat(answer));
        provider.respond_by_default(stub_response::chat("<PERSON_0> (r-1) and <PERSON_2> need water."));
    }

    support::server_process::environment settings() const
    {
        return provider_settings(provider, {{"ANALYZE_TARGET_CHUNK_TOKENS", "2000"}, {"LLM_MAX_TOTAL_TOKENS", "8000"}});
    }

    /// The bodies that the provider received for a request, in any order.
    prompts sent_by(test_server& server, const operation_request& request)
    {
        const auto first    = provider.requests().size();
        const auto response = server.post(request.path, request.body);
        BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
        prompts sent;
        for (const auto all = provider.requests(); const auto& received : std::span{all}.subspan(first))
            sent.insert(received.body);
        return sent;
    }

    support::provider_stub provider;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(repeated_calls, provider_fixture)

BOOST_AUTO_TEST_CASE(every_operation_sends_the_same_prompts_again_also_from_another_process)
{
    test_server server{settings()};
    test_server other_server{settings()}; // with other seeds of hashes
    for (const auto& [name, request] : requests()) BOOST_TEST_CONTEXT(name)
        {
            const auto sent = sent_by(server, request);
            BOOST_TEST(sent.size() >= request.least_calls);
            BOOST_TEST((sent_by(server, request) == sent));
            BOOST_TEST((sent_by(other_server, request) == sent));
            for (const auto& body : sent)
            {
                BOOST_TEST(!contains(body, "Kowalska"));
                BOOST_TEST(!contains(body, "@example.org"));
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()
