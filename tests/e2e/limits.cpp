#include "e2e/job_client.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>
#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::raw_response;
using support::stub_response;
namespace json = boost::json;

namespace {

/// A server with a file of limits, and a provider that answers each call.
struct limited_server
{
    support::provider_stub       provider;
    support::temporary_directory settings;
    std::filesystem::path        file;
    test_server                  server;

    explicit limited_server(const std::string& limits, support::server_process::environment extra = {})
        : file{settings.file("limits.toml", limits)}
        , server{with_file(std::move(extra))}
    {
        provider.respond_by_default(stub_response::chat(sensitive_finding));
    }

    support::server_process::environment with_file(support::server_process::environment extra) const
    {
        extra["LIMITS_FILE"] = file;
        return provider_settings(provider, std::move(extra));
    }

    raw_response detect(const std::string& api_key = key)
    {
        return server.post(sensitive_path, sensitive_request, api_key);
    }

    json::object limits(const std::string& api_key = key)
    {
        return json::parse(send(server, "GET", "/v1/limits", api_key).body).as_object();
    }
};

int seconds_to_wait(const raw_response& response) { return std::stoi(response.field("retry-after")); }

} // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(requests_over_the_rate_get_429_before_their_body_is_checked)
{
    limited_server test{"[tenant-a]\nrequests_per_minute = 1\n"};
    BOOST_TEST(test.detect().status == 200);

    const auto refused = test.server.post(sensitive_path, "{");

    BOOST_TEST(refused.status == 429);
    BOOST_TEST(code_of(refused) == "tenant_limit_exceeded");
    BOOST_TEST(text(error_of(refused), "message") == "The tenant has reached its limit: requests_per_minute");
    BOOST_TEST(seconds_to_wait(refused) >= 1);
    BOOST_TEST(seconds_to_wait(refused) <= 60);
    BOOST_TEST(test.detect(superuser_key).status == 200); // another tenant
    BOOST_TEST(send(test.server, "GET", "/v1/usage").status == 200);
    BOOST_TEST(test.server.process.stop() == 0);
    BOOST_TEST(contains(test.server.process.output(), R"("note":"requests_per_minute")"));
}

BOOST_AUTO_TEST_CASE(tokens_of_a_response_refuse_the_next_request)
{
    limited_server test{"[\"*\"]\ntokens_per_minute = 18\n"};
    BOOST_TEST(test.detect().status == 200);

    BOOST_TEST(code_of(test.detect()) == "tenant_limit_exceeded");

    const auto shown = test.limits();
    const auto rate  = shown.at("tokens_per_minute").as_object();
    BOOST_TEST(rate.at("limit").as_int64() == 18);
    BOOST_TEST(rate.at("used").as_int64() >= 18);
    BOOST_TEST(rate.at("left").as_int64() == 0);
    BOOST_TEST(shown.at("requests_per_minute").is_null());
    BOOST_TEST(shown.at("operations").is_null());
}

BOOST_AUTO_TEST_CASE(tokens_of_the_built_in_model_are_free)
{
    const support::temporary_directory folder;
    test_server server{{{"LIMITS_FILE", folder.file("limits.toml", "[\"*\"]\ntokens_per_minute = 1\n")}}};

    BOOST_TEST(server.post(sensitive_path, sensitive_request).status == 200);
    BOOST_TEST(server.post(sensitive_path, sensitive_request).status == 200);
}

BOOST_AUTO_TEST_CASE(a_call_in_flight_refuses_another)
{
    limited_server test{"[\"*\"]\ncalls_in_flight = 1\n"};
    test.provider.respond_by_default(stub_response::chat(sensitive_finding).after_release());
    support::raw_client first{test.server.process.port()};
    BOOST_TEST(first.send(raw_post(sensitive_path, sensitive_request)));
    test.provider.wait_for_requests(1);

    const auto refused = test.detect();
    const auto shown   = test.limits();

    BOOST_TEST(code_of(refused) == "tenant_limit_exceeded");
    BOOST_TEST(seconds_to_wait(refused) == 1);
    BOOST_TEST(shown.at("calls_in_flight").at("used").as_int64() == 1);
    BOOST_TEST(shown.at("calls_in_flight").at("left").as_int64() == 0);
    test.provider.release();
    first.receive();
    until("the call has ended", [&] { return test.detect().status != 429; });
}

BOOST_AUTO_TEST_CASE(an_operation_that_is_not_listed_is_forbidden)
{
    limited_server test{"[tenant-a]\noperations = [\"summarize\"]\n"};

    const auto refused = test.detect();

    BOOST_TEST(refused.status == 403);
    BOOST_TEST(code_of(refused) == "forbidden");
    BOOST_TEST(text(error_of(refused), "message") == "The tenant may not use this operation");
    BOOST_TEST(test.limits().at("operations").at(0).as_string() == "summarize");
    BOOST_TEST(test.limits(superuser_key).at("operations").is_null());
}

BOOST_AUTO_TEST_CASE(a_job_waits_for_a_call_in_flight)
{
    limited_server test{"[\"*\"]\ncalls_in_flight = 1\n"};
    test.provider.enqueue(stub_response::chat(sensitive_finding).after_release());
    const auto first = accepted(post(test.server, sensitive_path, sensitive_request));
    test.provider.wait_for_requests(1);
    const auto second = accepted(post(test.server, sensitive_path, sensitive_request));
    await_status(test.server, second.path, {"running"});
    BOOST_TEST(code_of(test.detect()) == "tenant_limit_exceeded"); // the first job is a call in flight
    BOOST_TEST(test.provider.requests().size() == 1);

    test.provider.release();

    BOOST_TEST(text(await_end(test.server, first.path), "status") == "succeeded");
    BOOST_TEST(text(await_end(test.server, second.path), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_reload_applies_valid_limits_only)
{
    limited_server test{""};
    BOOST_TEST(test.detect().status == 200);
    const auto reload = [&](const std::string& limits, int problems) {
        std::ofstream{test.file, std::ios::trunc} << limits;
        test.server.process.signal(SIGHUP);
        test.server.process.wait_for_output(R"("event":"settings_reloaded","problems":)" + std::to_string(problems));
    };

    reload("[\"*\"]\noperations = []\n", 0);
    BOOST_TEST(test.detect().status == 403);
    reload("[\"*\"]\noperations = [\"canary\"]\n[a]\nrequests_per_minute = \"canary\"\n", 2);
    BOOST_TEST(test.detect().status == 403);

    BOOST_TEST(test.server.process.stop() == 0);
    BOOST_TEST(!contains(test.server.process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(an_invalid_file_stops_the_start_with_all_problems)
{
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["LIMITS_FILE"] = folder.file("limits.toml", "[a]\ncalls = 1\n[b]\noperations = [\"canary\"]\n");

    for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--check"}})
    {
        const auto [status, output] = support::run_server(settings, arguments);

        BOOST_TEST(status == 1);
        BOOST_TEST(contains(output, "LIMITS_FILE[a].calls: Extra inputs are not permitted"), output);
        BOOST_TEST(contains(output, "LIMITS_FILE[b].operations[0]: is no operation"), output);
        BOOST_TEST(!contains(output, "canary"), output);
    }
}

BOOST_AUTO_TEST_CASE(superusers_see_the_limits_of_other_tenants)
{
    const support::temporary_directory folder;
    test_server                        server{
        {{"LIMITS_FILE", folder.file("limits.toml", "[b]\nrequests_per_minute = 7\n\n[a]\nbudget_usd_per_day = 2\n")}}};
    const auto read = [&](const std::string& path, const std::string& api_key) {
        return json::parse(send(server, "GET", path, api_key).body).as_object();
    };

    const auto one = read("/v1/limits?tenant_id=b", superuser_key);
    BOOST_TEST(one.at("tenant_id").as_string() == "b");
    BOOST_TEST(one.at("requests_per_minute").at("limit").as_int64() == 7);
    BOOST_TEST(read("/v1/limits?tenant_id=tenant-a", key).at("tenant_id").as_string() == "tenant-a");
    for (const auto* path : {"/v1/limits?tenant_id=b", "/v1/limits/all"})
        BOOST_TEST(code_of(send(server, "GET", path, key)) == "forbidden", path);

    const auto all = read("/v1/limits/all", superuser_key).at("tenants").as_array();
    BOOST_TEST(all.size() == 2U);
    BOOST_TEST(all.at(0).at("tenant_id").as_string() == "a");
    BOOST_TEST(all.at(0).at("budget_per_day").at("left_usd").to_number<double>() == 2);
    BOOST_TEST(all.at(1) == json::value(one));
}

BOOST_AUTO_TEST_CASE(without_a_file_every_limit_is_null)
{
    test_server server;

    const auto response = send(server, "GET", "/v1/limits");

    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.field("cache-control") == "no-store");
    BOOST_TEST(response.body == R"({"tenant_id":"tenant-a","budget_per_day":null,"budget_per_month":null,)"
                                R"("requests_per_minute":null,"tokens_per_minute":null,)"
                                R"("calls_in_flight":null,"operations":null})");
}

BOOST_AUTO_TEST_SUITE_END()
