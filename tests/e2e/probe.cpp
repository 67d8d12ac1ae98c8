#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <future>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

constexpr auto provider_text = "canary-text of a provider";

/// Providers of the connections main, judge and embedding.
struct providers
{
    providers()
    {
        embedding.respond_by_default({.body = R"({"data":[{"embedding":[1,0]}],"usage":{"prompt_tokens":1}})"});
    }

    support::server_process::environment settings() const
    {
        return {{"LLM_MODEL", "openai/main-model"},
                {"LLM_ASK_SERVER", "false"}, // the tests count the requests
                {"LLM_API_KEY", "canary-key"},
                {"LLM_API_BASE", main.base()},
                {"JUDGE_LLM_MODEL", "openai/judge-model"},
                {"JUDGE_LLM_API_BASE", judge.base()},
                {"EMBEDDING_MODEL", "openai/embedding-model"},
                {"EMBEDDING_API_BASE", embedding.base()},
                {"LLM_PRICE_UNKNOWN", "allow"}};
    }

    support::provider_stub main;
    support::provider_stub judge;
    support::provider_stub embedding;
};

json::object report_of(const support::raw_response& response)
{
    BOOST_TEST(!contains(response.body, "canary"), response.body);
    BOOST_TEST(response.field("content-type") == "application/json");
    BOOST_TEST(response.field("cache-control") == "no-store");
    return json::parse(response.body).as_object();
}

/// "name model cause http_status" of each check.
std::vector<std::string> checks_of(const json::object& report)
{
    std::vector<std::string> lines;
    for (const auto& value : report.at("checks").as_array())
    {
        const auto& check = value.as_object();
        BOOST_TEST(check.at("ok").as_bool() == check.at("cause").is_null());
        std::string line;
        for (const auto* member : {"name", "model", "cause", "http_status"})
            line += (line.empty() ? "" : " ") + json::serialize(check.at(member));
        lines.push_back(line);
    }
    return lines;
}

using lines = std::vector<std::string>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(probe, providers)

BOOST_AUTO_TEST_CASE(built_in_models_are_listed_and_not_called)
{
    monitored_server monitored;
    const auto       response = monitored.get_admin("/probe");
    BOOST_TEST(response.status == 200);
    BOOST_TEST(checks_of(report_of(response)) ==
                   (lines{R"("main" "local/extractive" null null)", R"("judge" "local/extractive" null null)",
                          R"("embedding" "local/semantic" null null)", R"("database" null null null)"}),
               boost::test_tools::per_element());
    BOOST_TEST(monitored.server->query("select count(*) from llm_calls").front() == "0");
}

BOOST_AUTO_TEST_CASE(each_connection_gets_one_request_that_is_accounted_for)
{
    monitored_server monitored{settings()};
    const auto       response = monitored.get_admin("/probe");
    BOOST_TEST(response.status == 200);
    BOOST_TEST(checks_of(report_of(response)) ==
                   (lines{R"("main" "openai/main-model" null 200)", R"("judge" "openai/judge-model" null 200)",
                          R"("embedding" "openai/embedding-model" null 200)", R"("database" null null null)"}),
               boost::test_tools::per_element());
    for (const auto* stub : {&main, &judge, &embedding})
    {
        BOOST_REQUIRE(stub->requests().size() == 1U);
        BOOST_TEST(contains(stub->requests().front().body, R"("user":"verbatim-operator")"));
    }
    monitored.server->process.stop();
    BOOST_TEST(monitored.server->query("select tenant_id, operation, count(*), count(distinct call_id) from llm_calls "
                                       "group by 1, 2") == lines{"verbatim-operator|probe|3|1"},
               boost::test_tools::per_element());
    BOOST_TEST(contains(monitored.server->process.output(), R"("event":"probe_finished","ok":true,"failed":0)"));
}

BOOST_AUTO_TEST_CASE(failures_are_named_and_not_repeated)
{
    main.respond_by_default(stub_response::error(401, provider_text));
    judge.respond_by_default(stub_response::error(503, provider_text));
    embedding.respond_by_default({.body = "<html>canary-text</html>"});
    auto changes      = settings();
    changes["DB_URL"] = "postgresql://canary@127.0.0.1:1/canary";
    monitored_server monitored{changes};

    const auto response = monitored.get_admin("/probe");
    BOOST_TEST(response.status == 503);
    const auto report = report_of(response);
    BOOST_TEST(!report.at("ok").as_bool());
    BOOST_TEST(checks_of(report) == (lines{R"("main" "openai/main-model" "unauthorized" 401)",
                                           R"("judge" "openai/judge-model" "server_error" 503)",
                                           R"("embedding" "openai/embedding-model" "unreadable" 200)",
                                           R"("database" null "unavailable" null)"}),
               boost::test_tools::per_element());
    BOOST_TEST(report.at("usage_rows").as_object().contains("outbox"));
    for (const auto* stub : {&main, &judge, &embedding}) BOOST_TEST(stub->requests().size() == 1U);
    monitored.server->process.stop();
    BOOST_TEST(!contains(monitored.server->process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(connections_that_fail_without_a_response_are_named)
{
    main.respond_by_default({.mode = stub_response::delivery::close});
    judge.respond_by_default(stub_response::chat("late").after_release());
    auto changes                   = settings();
    changes["EMBEDDING_API_BASE"]  = "http://127.0.0.1:1";
    changes["LLM_TIMEOUT_SECONDS"] = "0.5";
    monitored_server monitored{changes};
    BOOST_TEST(checks_of(report_of(monitored.get_admin("/probe"))) ==
                   (lines{R"("main" "openai/main-model" "disconnected" null)",
                          R"("judge" "openai/judge-model" "timeout" null)",
                          R"("embedding" "openai/embedding-model" "connect" null)", R"("database" null null null)"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_fallback_gets_one_request)
{
    support::provider_stub fallback;
    fallback.respond_by_default(stub_response::error(404, provider_text));
    auto changes             = settings();
    changes["LLM_FALLBACKS"] = R"([{"model": "openai/second-model", "api_base": ")" + fallback.base() + "\"}]";
    monitored_server monitored{changes};
    const auto       checks = checks_of(report_of(monitored.get_admin("/probe")));
    BOOST_REQUIRE(checks.size() == 6U);
    BOOST_TEST(checks.at(1) == R"("main_fallback_1" "openai/second-model" "not_found" 404)");
    BOOST_TEST(checks.at(3) == R"("judge_fallback_1" "openai/second-model" "not_found" 404)");
    BOOST_TEST(fallback.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_second_client_gets_the_same_report)
{
    monitored_server monitored{settings()};
    auto             first = report_of(monitored.get_admin("/probe"));
    main.respond_by_default(stub_response::error(500));
    auto second = report_of(monitored.get_admin("/probe"));
    BOOST_TEST(second.at("age_seconds").to_number<int>() < 30);
    first.erase("age_seconds");
    second.erase("age_seconds");
    BOOST_TEST(json::serialize(first) == json::serialize(second));
    BOOST_TEST(main.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(other_routes_are_served_while_clients_wait_for_a_run)
{
    main.respond_by_default(stub_response::chat("late").after_release());
    monitored_server monitored{settings()};
    const auto       get   = [&] { return monitored.get_admin("/probe").status; };
    auto             first = std::async(std::launch::async, get);
    main.wait_for_requests(1);
    auto second = std::async(std::launch::async, get);
    {
        support::raw_client impatient{monitored.admin};
        impatient.send("GET /probe HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    for (const auto* path : {"/livez", "/metrics", "/readyz"})
        BOOST_TEST(monitored.get_admin(path).status == 200, path);
    main.release();
    BOOST_TEST(first.get() == 200);
    BOOST_TEST(second.get() == 200);
    BOOST_TEST(main.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_run_in_progress_ends_with_the_server)
{
    main.respond_by_default(stub_response::chat("never").after_release());
    monitored_server monitored{settings()};
    auto             client = std::async(std::launch::async, [&] {
        try
        {
            return monitored.get_admin("/probe").status;
        }
        catch (const std::exception&) // the connection closed
        {
            return 0;
        }
    });
    main.wait_for_requests(1);
    BOOST_TEST(monitored.server->process.stop() == 0);
    BOOST_TEST(client.get() != 200);
    BOOST_TEST(!contains(monitored.server->process.output(), "usage_row_lost"));
    BOOST_TEST(monitored.server->query("select error_class from llm_calls where model = 'openai/main-model'") ==
                   lines{"cancelled"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(probes_are_requested_by_get)
{
    monitored_server monitored;
    for (const auto* method : {"HEAD", "POST", "DELETE"})
    {
        const auto response = support::send_request(monitored.admin, method, "/probe");
        BOOST_TEST(response.status == 405, method);
        BOOST_TEST(response.field("allow") == "GET");
    }
    BOOST_TEST(monitored.server->get("/probe").status == 404);
}

BOOST_AUTO_TEST_CASE(no_key_has_the_tenant_of_probes)
{
    test_server server;
    const auto  response =
        server.post("/v1/auth/keys", R"({"key_name": "k", "tenant_id": "verbatim-operator"})", superuser_key);
    BOOST_TEST(response.status == 422);
    BOOST_TEST(contains(response.body, "is reserved for the server"));
}

BOOST_AUTO_TEST_SUITE_END()
