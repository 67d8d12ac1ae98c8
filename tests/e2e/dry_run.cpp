// docs/reference/dry-run.md: the plan of a request, against the calls that providers then get.
#include "e2e/job_client.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::received_request;
using support::stub_response;
namespace json = boost::json;

namespace {

struct planned_request
{
    const char*  path;
    json::object body;
};

json::object sample_corpus()
{
    std::ifstream in{VERBATIM_SAMPLE_CORPUS, std::ios::binary};
    return json::parse(std::string{std::istreambuf_iterator<char>{in}, {}}).as_object();
}

json::object coding_framework()
{
    return json::parse(R"({"root_codes": [
        {"id": "h", "name": "Health", "children": [{"id": "m", "name": "Medicine", "children": [
            {"id": "i", "name": "Insulin"}]}]},
        {"id": "w", "name": "Water", "children": [{"id": "p", "name": "Pump", "description": "A broken water pump"}]},
        {"id": "f", "name": "Food"}, {"id": "s", "name": "Shelter"}, {"id": "q", "name": "Queue"}]})")
        .as_object();
}

json::object with(json::object body, std::initializer_list<std::pair<const char*, json::value>> members)
{
    for (const auto& [name, value] : members) body[name] = value;
    return body;
}

json::value two_lists()
{
    return json::parse(R"([{"list": "type_of_feedback"}, {"list": "stance", "proposition": "Water is near."}])");
}

/// Each bulk operation in each of its modes, and operations of single records.
std::vector<planned_request> all_requests()
{
    const auto   analysis = sample_corpus();
    const auto&  records  = analysis.at("feedback_records");
    json::object summary{{"feedback_records", records}};
    json::object coding{{"feedback_records", records}, {"coding_levels", coding_framework()}};
    json::object record{{"feedback_record", records.at(0)}};
    const auto   listed =
        with(analysis, {{"detail", "themes"},
                        {"themes", json::array{{{"title", "Water"}, {"inclusion", "water; pump"}},
                                               {{"title", "Health"}, {"inclusion", "clinic; medicine; insulin"}}}}});
    return {{analyze, with(analysis, {{"mode", "single_pass"}})},
            {analyze, with(analysis, {{"mode", "hierarchical"}})},
            {analyze, with(analysis, {{"mode", "single_pass"}, {"detail", "themes"}})},
            {analyze, with(analysis, {{"mode", "hierarchical"}, {"detail", "themes"}})},
            {analyze, with(listed, {{"mode", "single_pass"}})},
            {analyze, with(listed, {{"mode", "hierarchical"}})},
            {analyze, with(listed, {{"mode", "hierarchical"}, {"induce_more", true}})},
            {analyze, with(listed, {{"mode", "hierarchical"}, {"record_map", true}})},
            {analyze, with(analysis, {{"mode", "single_pass"}, {"detail", "themes"}, {"dimensions", two_lists()}})},
            {analyze, with(listed, {{"mode", "hierarchical"}, {"dimensions", two_lists()}})},
            {"/v1/summarize-bulk", with(summary, {{"mode", "single_pass"}})},
            {"/v1/summarize-bulk", with(summary, {{"mode", "hierarchical"}})},
            {"/v1/assign-codes-bulk", with(coding, {{"max_codes", 3}})},
            {"/v1/detect-sensitive-bulk", summary},
            {"/v1/suggest-codes", coding},
            {"/v1/summarize", record},
            {"/v1/assign-codes", with(record, {{"coding_levels", coding_framework()}})},
            {"/v1/detect-sensitive", record}};
}

std::string context_of(const planned_request& request)
{
    const auto member = [&](const char* name) {
        const auto* value = request.body.if_contains(name);
        return value ? " " + json::serialize(*value) : std::string{};
    };
    return request.path + member("mode") + member("detail") + member("themes") + member("induce_more") +
           member("dimensions");
}

json::object plan(test_server& server, const planned_request& request)
{
    const auto response = server.post(request.path, json::serialize(with(request.body, {{"dry_run", true}})));
    BOOST_REQUIRE_EQUAL(response.status, 200);
    return object_of(response);
}

std::int64_t count(const json::object& plan, const char* bound, const char* member)
{
    return plan.at(bound).at(member).to_number<std::int64_t>();
}

/// Chunks of a few records.
support::server_process::environment with_chunks(support::server_process::environment settings = {})
{
    settings.insert({"ANALYZE_TARGET_CHUNK_TOKENS", "350"});
    return settings;
}

/// A list of `items` JSON values made by `item`.
std::string list_of(int items, const std::function<std::string(int)>& item)
{
    std::string list;
    for (int n = 0; n != items; ++n) list += (n == 0 ? "" : ",") + item(n);
    return "[" + list + "]";
}

/// The texts of answers.
struct answer_texts
{
    std::string free;            ///< also of summaries
    std::string definition{"d"}; ///< of themes
    int         sub_themes = 0;
};

/// Answers after which an operation goes on as long as it can.
stub_response exhaustive_answer(const received_request& request, const answer_texts& texts)
{
    const auto numbered = [](const char* member, const char* rest) {
        return [member, rest](int n) {
            return "{\"" + std::string{member} + "\":" + std::to_string(n) + "," + rest + "}";
        };
    };
    const std::string picks  = R"("selected":[0,1,2,3,4,5,6,7])";
    const std::string score  = R"("score":1,"explanation":"It is.")";
    const std::string levels = R"("levels":)" + list_of(3, [&](int) { return "{" + score + "}"; });
    if (request.kind == "code_pick") return stub_response::chat("{" + picks + "}");
    if (request.kind == "code_picks")
        return stub_response::chat("{\"records\":" + list_of(20, numbered("record", picks.c_str())) + "}");
    if (request.kind == "code_judge") return stub_response::chat("{" + score + "}");
    if (request.kind == "code_judges")
        return stub_response::chat("{\"scores\":" + list_of(40, numbered("item", levels.c_str())) + "}");
    if (request.kind == "theme_candidates" || request.kind == "theme_list")
    {
        const auto theme = [&](int n, const std::string& rest) {
            return R"({"title":"T)" + std::to_string(n) + R"(","definition":")" + texts.definition + '"' + rest + '}';
        };
        const auto sub_themes = list_of(texts.sub_themes, [&](int n) { return theme(n, ""); });
        const auto rest = R"(,"inclusion":")" + texts.definition + R"(","records":[1],"sub_themes":)" + sub_themes;
        return stub_response::chat("{\"themes\":" + list_of(12, [&](int n) { return theme(n, rest); }) + "}");
    }
    if (request.kind == "theme_assignments" || request.kind == "record_readings")
    {
        const std::string values  = request.kind == "record_readings" ? R"(,"values":["A6","B3"])" : "";
        const auto        ids     = list_of(texts.sub_themes == 0 ? 2 : 12, [&](int n) {
            const auto id  = "\"T" + std::to_string(n + 1);
            auto       all = id + '"';
            for (int m = 1; m <= texts.sub_themes; ++m) all += ',' + id + '.' + std::to_string(m) + '"';
            return all;
        });
        const auto        entries = list_of(
                   100, [&](int n) { return R"({"record":)" + std::to_string(n + 1) + R"(,"themes":)" + ids + values + '}'; });
        return stub_response::chat(R"({"assignments":)" + entries + R"(,"quotes":[]})");
    }
    if (request.kind == "code_proposals") return stub_response::chat(R"({"codes":[]})");
    if (request.kind == "sensitivities")
        return stub_response::chat(
            "{\"records\":" +
            list_of(30, numbered("record", R"("sensitivity_types":["THEFT"],"explanation":"It is.")")) + "}");
    if (request.kind == "sensitivity") return stub_response::chat(sensitive_finding);
    if (request.kind == "record_summary" || request.kind == "bulk_summary")
        return stub_response::chat(R"({"title":"Title","summary":")" + texts.free + "\"}");
    if (request.body.find(R"(<task>\nscore)") != std::string::npos || request.kind != "text")
        return stub_response::chat(
            R"({"quality_score":0.5,"uncertainty_explanation":"Fair.","faithfulness":1,"coverage":1,"clarity":1})");
    return stub_response::chat(texts.free);
}

/// The bytes of the texts of all messages.
std::size_t message_bytes(const std::vector<received_request>& requests)
{
    std::size_t bytes = 0;
    for (const auto& request : requests)
    {
        const auto body = json::parse(request.body);
        for (const auto& message : body.at("messages").as_array()) bytes += message.at("content").as_string().size();
    }
    return bytes;
}

/// Compares the plan of each request with the calls of a provider that gives these answers.
void check_highest(std::size_t output_tokens, support::server_process::environment settings,
                   const std::vector<answer_texts>& answers)
{
    support::provider_stub provider;
    settings.insert({"LLM_MAX_OUTPUT_TOKENS", std::to_string(output_tokens)});
    test_server server{with_chunks(provider_settings(provider, std::move(settings)))};
    for (const auto& request : all_requests())
    {
        const auto before  = provider.requests().size();
        const auto planned = plan(server, request);
        const auto highest = count(planned, "highest", "calls");
        BOOST_TEST(provider.requests().size() == before);
        BOOST_TEST(count(planned, "highest", "output_tokens") == highest * static_cast<int>(output_tokens));
        BOOST_TEST(count(planned, "expected", "calls") <= highest);
        for (const auto& texts : answers) BOOST_TEST_CONTEXT(context_of(request) << " " << texts.free.size())
            {
                const auto first = static_cast<std::ptrdiff_t>(provider.requests().size());
                provider.respond_by_default([&](const auto& received) { return exhaustive_answer(received, texts); });
                BOOST_TEST(server.post(request.path, json::serialize(request.body)).status == 200);

                auto requests = provider.requests();
                requests.erase(requests.begin(), requests.begin() + first);
                BOOST_TEST(static_cast<std::int64_t>(requests.size()) <= highest);
                BOOST_TEST(static_cast<std::int64_t>(message_bytes(requests)) <=
                           count(planned, "highest", "input_tokens"));
            }
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(dry_run)

BOOST_AUTO_TEST_CASE(the_expected_calls_and_tokens_are_those_of_the_built_in_model)
{
    test_server server{with_chunks()};
    for (const auto& request : all_requests()) BOOST_TEST_CONTEXT(context_of(request))
        {
            const auto planned = plan(server, request);
            const auto real    = server.post(request.path, json::serialize(request.body));
            BOOST_TEST(real.status == 200);

            const auto rows_of = [&](const std::string& id) {
                return server
                    .query("select count(*), sum(input_tokens), sum(output_tokens) from llm_calls "
                           "where call_id = '" +
                           id + "'")
                    .at(0);
            };
            BOOST_TEST(rows_of(text(planned, "request_id")) == "0||");
            const auto made  = rows_of(real.field("x-request-id"));
            const auto calls = std::to_string(count(planned, "expected", "calls")) + "|";
            // The built-in model writes more about a chunk than others are expected to.
            if (context_of(request) == std::string{analyze} + R"( "hierarchical")") BOOST_TEST(made.starts_with(calls));
            else
                BOOST_TEST(made == calls + std::to_string(count(planned, "expected", "input_tokens")) + "|" +
                                       std::to_string(count(planned, "expected", "output_tokens")));
            BOOST_TEST(planned.at("expected").at("cost_usd").to_number<double>() == 0);
            BOOST_TEST(planned.at("budget").is_null());
        }
}

BOOST_AUTO_TEST_CASE(a_provider_gets_no_more_than_the_highest_calls_and_tokens)
{
    constexpr std::size_t output_tokens = 200;
    check_highest(output_tokens, {{"LLM_MAX_TOTAL_TOKENS", "9000"}},
                  {{.free = "Short."}, {.free = std::string(output_tokens * 4, 'x')}});
}

/// With the longest answers no two partial results fit into a message, and messages of judges and lists of themes do
/// not fit. With shorter ones they do.
BOOST_AUTO_TEST_CASE(the_highest_includes_calls_and_texts_for_which_the_longest_answers_are_too_long)
{
    const auto answer = [](std::size_t length, std::size_t definition) {
        return answer_texts{
            .free = std::string(length, 'x'), .definition = std::string(definition, 'x'), .sub_themes = 5};
    };
    check_highest(9'000, {{"LLM_MAX_TOTAL_TOKENS", "8000"}, {"ANALYZE_TARGET_CHUNK_TOKENS", "100"}},
                  {answer(2'000, 60), answer(7'000, 140), answer(13'000, 175), answer(24'000, 260)});
}

BOOST_AUTO_TEST_CASE(the_calls_of_a_plan_that_no_answer_changes_are_exact)
{
    support::provider_stub provider;
    provider.respond_by_default(
        [](const received_request& request) { return exhaustive_answer(request, {.free = "Short."}); });
    test_server server{with_chunks(provider_settings(provider))};
    for (const auto& request : all_requests())
    {
        if (std::string_view{request.path}.starts_with("/v1/assign-codes") || request.body.contains("induce_more"))
            continue;
        BOOST_TEST_CONTEXT(context_of(request))
        {
            const auto before  = provider.requests().size();
            const auto planned = plan(server, request);
            BOOST_TEST(server.post(request.path, json::serialize(request.body)).status == 200);
            BOOST_TEST(static_cast<std::int64_t>(provider.requests().size() - before) ==
                       count(planned, "expected", "calls"));
        }
    }
}

BOOST_AUTO_TEST_CASE(batches_of_a_provider_of_embeddings_are_planned_and_not_sent)
{
    support::provider_stub provider;
    test_server            server{
        with_chunks(provider_settings(provider, {{"EMBEDDING_MODEL", "openai/e5"}, {"EMBEDDING_BATCH_SIZE", "10"}}))};
    const auto request = all_requests().at(1);

    const auto planned = plan(server, request);

    BOOST_TEST(provider.requests().empty());
    const auto& models  = planned.at("models").as_array();
    const auto  records = request.body.at("feedback_records").as_array().size();
    BOOST_REQUIRE(models.size() == 3u);
    const auto& embedding = models.front().as_object();
    BOOST_TEST(text(embedding, "connection") == "embedding");
    BOOST_TEST(text(embedding, "model") == "openai/e5");
    BOOST_TEST(count(embedding, "expected", "calls") <= static_cast<std::int64_t>((records + 9) / 10));
    BOOST_TEST(count(embedding, "expected", "calls") > static_cast<std::int64_t>(records / 10) - 2);
    BOOST_TEST(count(embedding, "expected", "output_tokens") == 0);
    BOOST_TEST(count(embedding, "highest", "input_tokens") > count(embedding, "expected", "input_tokens"));
    BOOST_TEST(count(models[1].as_object(), "expected", "calls") > 4); // chunks by the built-in engine
}

BOOST_AUTO_TEST_CASE(embeddings_for_a_map_alone_are_planned)
{
    support::provider_stub provider;
    test_server            server{
        with_chunks(provider_settings(provider, {{"EMBEDDING_MODEL", "openai/e5"}, {"EMBEDDING_BATCH_SIZE", "10"}}))};
    const auto embeddings = [&](planned_request request, bool has_map, std::string_view mode) {
        request.body["detail"]     = "themes";
        request.body["mode"]       = mode;
        request.body["record_map"] = has_map;
        const auto   planned       = plan(server, request);
        std::int64_t calls         = 0;
        for (const auto& model : planned.at("models").as_array())
            if (text(model.as_object(), "connection") == "embedding")
                calls += count(model.as_object(), "expected", "calls");
        return calls;
    };
    const auto request = all_requests().at(1);
    BOOST_TEST(embeddings(request, false, "single_pass") == 0);
    const auto single = embeddings(request, true, "single_pass");
    BOOST_TEST(single > 0);
    BOOST_TEST(embeddings(request, true, "hierarchical") == single);
    BOOST_TEST(embeddings(request, false, "hierarchical") == single);
    BOOST_TEST(provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_stored_for_a_dry_run)
{
    test_server  server;
    auto         body = json::parse(sensitive_request).as_object();
    const fields headers{{"Prefer", "respond-async"}, {"Idempotency-Key", "k-1"}};
    body["explain"] = true;
    body["dry_run"] = true;

    const auto planned = post(server, sensitive_path, json::serialize(body), headers);

    BOOST_TEST(planned.status == 200);
    BOOST_TEST(planned.field("preference-applied").empty());
    BOOST_TEST(planned.field("cache-control") == "no-store");
    BOOST_TEST(planned.field("x-key-access") == "tenant");
    BOOST_TEST(text(object_of(planned), "request_id") == planned.field("x-request-id"));
    BOOST_TEST(!object_of(planned).contains("provenance"));
    BOOST_TEST(object_of(send(server, "GET", "/v1/jobs")).at("jobs").as_array().empty());
    BOOST_TEST(server.query("select count(*) from llm_calls").at(0) == "0");
    body["dry_run"] = false; // another body: the key is free
    (void)await_end(server, accepted(post(server, sensitive_path, json::serialize(body), headers)).path);
    BOOST_TEST(server.query("select count(*) from llm_calls").at(0) == "1");
}

BOOST_AUTO_TEST_CASE(a_request_without_content_has_no_calls)
{
    test_server server;
    const auto  planned = plan(server, {analyze, json::parse(analysis_request("")).as_object()});
    BOOST_TEST(planned.at("models").as_array().empty());
    BOOST_TEST(count(planned, "highest", "calls") == 0);
    BOOST_TEST(planned.at("highest").at("cost_usd").to_number<double>() == 0);
}

BOOST_AUTO_TEST_CASE(a_dry_run_has_the_errors_of_the_request)
{
    test_server server{{{"LLM_MAX_TOTAL_TOKENS", "2000"}, {"LLM_MAX_CALLS_PER_REQUEST", "3"}}};
    const auto  post_plan = [&](const char* path, json::object body, json::value value = true) {
        body["dry_run"] = std::move(value);
        return server.post(path, json::serialize(body));
    };
    const auto request = json::parse(sensitive_request).as_object();
    for (const json::value& wrong :
         {json::value{"true"}, json::value{1}, json::value{nullptr}, json::value(json::array{})})
    {
        const auto response = post_plan(sensitive_path, request, wrong);
        BOOST_TEST(response.status == 422, json::serialize(wrong));
        BOOST_TEST((error_of(response).at("fields").at(0).at("field").as_string() == "dry_run"));
    }
    BOOST_TEST(post_plan(sensitive_path, with(request, {{"unknown", 1}})).status ==
               server.post(sensitive_path, json::serialize(with(request, {{"unknown", 1}}))).status);
    BOOST_TEST(code_of(post_plan(sensitive_path, json::object{})) == "validation_error");
    BOOST_TEST(post_plan(analyze, sample_corpus()).status == 413); // too long for a call
    BOOST_TEST(post_plan(analyze, with(sample_corpus(), {{"mode", "hierarchical"}})).status == 413); // too many calls
    BOOST_TEST(server.post(sensitive_path, R"({"dry_run": true})", "wrong").status == 401);
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

/// A provider whose output costs a tenth of a cent per token.
struct priced_server
{
    support::provider_stub       provider;
    support::temporary_directory files;
    test_server                  server;

    explicit priced_server(const std::string& limits)
        : server{settings(limits)}
    {
        provider.respond_by_default(stub_response::chat(sensitive_finding, 0, 10, "stub-model"));
    }

    support::server_process::environment settings(const std::string& limits) const
    {
        return provider_settings(
            provider, {{"LIMITS_FILE", files.file("limits.toml", limits)},
                       {"MODEL_PRICES_PATH",
                        files.file("prices.yaml", "models:\n  openai/stub-model:\n    input_usd_per_million: 0\n"
                                                  "    output_usd_per_million: 1000\n")},
                       {"LLM_PRICE_UNKNOWN", "stop"},
                       {"LLM_MAX_OUTPUT_TOKENS", "20"}});
    }

    support::raw_response detect() { return server.post(sensitive_path, sensitive_request); }

    support::raw_response plan_detection()
    {
        auto body       = json::parse(sensitive_request).as_object();
        body["dry_run"] = true;
        return server.post(sensitive_path, json::serialize(body));
    }

    json::object day() { return object_of(send(server, "GET", "/v1/limits")).at("budget_per_day").as_object(); }
};

bool is(const json::value& amount, double expected) { return std::abs(amount.to_number<double>() - expected) < 1e-6; }

} // namespace

BOOST_AUTO_TEST_SUITE(dry_run_limits)

BOOST_AUTO_TEST_CASE(budgets_are_checked_and_not_touched)
{
    priced_server test{"[tenant-a]\nbudget_usd_per_day = 0.03\nbudget_usd_per_month = 1\n"};

    const auto planned = object_of(test.plan_detection());

    BOOST_TEST(is(planned.at("highest").at("cost_usd"), 0.02));
    const auto tokens = count(planned, "expected", "output_tokens");
    BOOST_TEST(is(planned.at("expected").at("cost_usd"), 0.001 * static_cast<double>(tokens)));
    BOOST_TEST(is(planned.at("budget").at("left_usd"), 0.03));
    BOOST_TEST(planned.at("budget").at("covers_highest").as_bool());
    BOOST_TEST(is(test.day().at("used_usd"), 0));
    BOOST_TEST(is(test.day().at("reserved_usd"), 0));
    BOOST_TEST(test.provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_used_up_budget_does_not_refuse_a_dry_run)
{
    priced_server test{"[tenant-a]\nbudget_usd_per_day = 0.02\n"};
    BOOST_TEST(test.detect().status == 200);
    BOOST_TEST(code_of(test.detect()) == "tenant_limit_exceeded");

    const auto response = test.plan_detection();

    BOOST_TEST(response.status == 200);
    BOOST_TEST(!object_of(response).at("budget").at("covers_highest").as_bool());
    BOOST_TEST(test.provider.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(rates_calls_in_flight_and_operations_apply)
{
    priced_server rates{"[tenant-a]\nrequests_per_minute = 1\n"};
    BOOST_TEST(rates.plan_detection().status == 200);
    BOOST_TEST(code_of(rates.plan_detection()) == "tenant_limit_exceeded");

    priced_server operations{"[tenant-a]\noperations = [\"summarize\"]\n"};
    BOOST_TEST(operations.plan_detection().status == 403);

    priced_server calls{"[tenant-a]\ncalls_in_flight = 1\n"};
    calls.provider.respond_by_default(stub_response::chat(sensitive_finding).after_release());
    support::raw_client first{calls.server.process.port()};
    BOOST_TEST(first.send(raw_post(sensitive_path, sensitive_request)));
    calls.provider.wait_for_requests(1);
    BOOST_TEST(code_of(calls.plan_detection()) == "tenant_limit_exceeded");
    auto body       = json::parse(sensitive_request).as_object();
    body["dry_run"] = true;
    BOOST_TEST(code_of(post(calls.server, sensitive_path, json::serialize(body))) == "tenant_limit_exceeded");
    calls.provider.release();
    first.receive();
}

BOOST_AUTO_TEST_CASE(a_model_without_a_price_has_no_cost)
{
    support::provider_stub             provider;
    const support::temporary_directory files;
    test_server                        server{provider_settings(provider, {{"LLM_PRICE_UNKNOWN", "allow"}})};

    const auto planned = plan(server, {sensitive_path, json::parse(sensitive_request).as_object()});

    BOOST_TEST(planned.at("expected").at("cost_usd").is_null());
    BOOST_TEST(planned.at("highest").at("cost_usd").is_null());
    BOOST_TEST(planned.at("models").at(0).at("highest").at("cost_usd").is_null());
    BOOST_TEST(count(planned, "expected", "calls") == 1);
}

BOOST_AUTO_TEST_SUITE_END()
