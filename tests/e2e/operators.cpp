#include "e2e/monitored_server.hpp"
#include "e2e/notify_socket.hpp"
#include "e2e/sensitive_request.hpp"

#include "support/free_port.hpp"
#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/test/unit_test.hpp>
#include <re2/re2.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;

namespace {

/// Lowers the descriptor limit of a process to just above its highest open descriptor, so that it can use each one
/// again that it closes.
class scoped_descriptor_limit
{
public:
    explicit scoped_descriptor_limit(pid_t process)
        : process_{process}
    {
        rlim_t highest = 0;
        for (const auto& file : std::filesystem::directory_iterator{"/proc/" + std::to_string(process) + "/fd"})
            highest = std::max<rlim_t>(highest, std::stoul(file.path().filename()));
        BOOST_REQUIRE(::prlimit(process, RLIMIT_NOFILE, nullptr, &before_) == 0);
        auto lowered     = before_;
        lowered.rlim_cur = highest + 1;
        BOOST_REQUIRE(::prlimit(process, RLIMIT_NOFILE, &lowered, nullptr) == 0);
    }
    ~scoped_descriptor_limit() { ::prlimit(process_, RLIMIT_NOFILE, &before_, nullptr); }
    scoped_descriptor_limit(const scoped_descriptor_limit&)            = delete;
    scoped_descriptor_limit& operator=(const scoped_descriptor_limit&) = delete;

private:
    const pid_t process_;
    rlimit      before_{};
};

} // namespace

BOOST_AUTO_TEST_SUITE(operators)

BOOST_AUTO_TEST_CASE(without_a_port_there_is_no_admin_listener)
{
    test_server server;
    BOOST_TEST(server.get("/metrics").status == 404);
    BOOST_TEST(server.get("/readyz").status == 404);
    BOOST_TEST(server.process.output().find("admin_listener_started") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(equal_ports_of_both_listeners_are_rejected)
{
    support::temporary_directory folder;
    auto                         settings = default_settings(folder);
    settings["NETWORK_PORT"]              = "8000";
    settings["NETWORK_ADMIN_PORT"]        = "8000";
    const auto [code, output]             = support::run_server(settings, {"--check"});
    BOOST_TEST(code == 1);
    BOOST_TEST(output == "verbatimd: NETWORK_ADMIN_PORT: is the same port as NETWORK_PORT; use another port\n", output);
}

BOOST_AUTO_TEST_CASE(the_listeners_serve_different_routes)
{
    monitored_server monitored;
    for (const auto* path : {"/metrics", "/livez", "/readyz"})
    {
        BOOST_TEST(monitored.get_admin(path).status == 200, path);
        BOOST_TEST(monitored.server->get(path).status == 404, path);
    }
    for (const auto* path : {"/v1/health", "/docs", "/openapi.json", "/v1/detect-sensitive"})
        BOOST_TEST(monitored.get_admin(path).status == 404, path);
}

BOOST_AUTO_TEST_CASE(a_clock_that_differs_from_that_of_the_database_makes_unready_and_dates_no_row)
{
    const support::postgres_database database;
    // The database finds this function before its own.
    database.query("create function clock_timestamp() returns timestamptz language sql as "
                   "$$select pg_catalog.clock_timestamp() + interval '2 days'$$");
    database.query("do $$ begin execute format('alter database %I set search_path = public, pg_catalog', "
                   "current_database()); end $$");
    monitored_server monitored{{{"DB_URL", database.url()}}};
    monitored.server->process.wait_for_output("server_started");
    monitored.await_unready();
    BOOST_TEST(monitored.get_admin("/readyz").body == "clock\n");
    BOOST_TEST(monitored.get_admin("/livez").status == 200);
    const auto difference = monitored.metrics().value("verbatim_clock_difference_seconds");
    BOOST_TEST(difference < -2 * 86'400 + 60);
    BOOST_TEST(difference > -2 * 86'400 - 60);

    BOOST_TEST(monitored.server->post(sensitive_path, sensitive_request).status == 200);

    BOOST_TEST(database
                   .query("select count(*) from llm_calls where abs(extract(epoch from timestamp - "
                          "pg_catalog.now() - interval '2 days')) < 60")
                   .at(0) == "1");
}

BOOST_AUTO_TEST_CASE(metrics_are_well_formed_and_follow_naming_conventions)
{
    monitored_server monitored;
    const auto       page = monitored.metrics();
    for (const auto& [name, type] : page.types)
    {
        BOOST_TEST((type == "counter") == name.ends_with("_total"), name);
        if (type == "histogram") BOOST_TEST(name.ends_with("_seconds"), name);
        BOOST_TEST((name.starts_with("verbatim_") || name.starts_with("process_")), name);
    }
    BOOST_TEST(page.types.size() > 25);
}

BOOST_AUTO_TEST_CASE(metrics_md_lists_every_metric_with_its_type)
{
    static const RE2                   row{R"(\| `((?:verbatim|process)_[a-z_]+)` \| (counter|gauge|histogram) \|.*)"};
    std::ifstream                      manual{VERBATIM_METRICS_PAGE};
    std::map<std::string, std::string> listed;
    std::string                        metric, kind;
    for (std::string line; std::getline(manual, line);)
        if (RE2::FullMatch(line, row, &metric, &kind)) listed.emplace(metric, kind);

    monitored_server monitored;
    const auto       types = monitored.metrics().types;
    for (const auto& [name, type] : types) BOOST_TEST(listed[name] == type, name << " is not listed as " << type);
    for (const auto& [name, type] : listed) BOOST_TEST(types.contains(name), name << " is listed but not a metric");
}

BOOST_AUTO_TEST_CASE(alerts_and_dashboard_name_existing_metrics)
{
    static const RE2 name{R"(\b((?:verbatim|process)_[a-z_]+)\b)"};
    static const RE2 part_of_histogram{"_(bucket|sum|count)$"};
    monitored_server monitored;
    auto             types = monitored.metrics().types;
    for (const auto* file : {"verbatim.rules.yml", "grafana-dashboard.json"})
    {
        std::ifstream     input{std::string{VERBATIM_PROMETHEUS_FOLDER} + "/" + file};
        const std::string text{std::istreambuf_iterator{input}, {}};
        re2::StringPiece  rest{text};
        std::size_t       names = 0;
        for (std::string metric; RE2::FindAndConsume(&rest, name, &metric); ++names)
        {
            std::string family = metric;
            RE2::Replace(&family, part_of_histogram, "");
            BOOST_TEST((types.contains(metric) || types[family] == "histogram"), metric << " in " << file);
        }
        BOOST_TEST(names > 20U, file);
    }
}

BOOST_AUTO_TEST_CASE(requests_are_counted_by_route_and_status)
{
    monitored_server monitored;
    auto&            server = *monitored.server;

    for (int n = 0; n != 3; ++n) server.get("/v1/health");
    server.get("/v1/health/");
    server.post("/v1/health", "");
    server.post("/v1/detect-sensitive", sensitive_request);
    server.post("/v1/detect-sensitive", sensitive_request, "wrong");
    server.post("/v1/detect-sensitive", "{}");
    server.post("/v1/detect-sensitive", "{");
    server.get("/nowhere");
    support::raw_client{server.process.port()}.exchange("GET / HTTP/1.1\r\n\r\n"); // without Host

    const auto page  = monitored.metrics();
    const auto count = [&](const std::string& route, const std::string& status) {
        return page.value("verbatim_http_requests_total{route=\"" + route + "\",status=\"" + status + "\"}");
    };
    BOOST_TEST(count("/v1/health", "200") == 4);
    BOOST_TEST(count("/v1/health", "405") == 1);
    BOOST_TEST(count("/v1/detect-sensitive", "200") == 1);
    BOOST_TEST(count("/v1/detect-sensitive", "401") == 1);
    BOOST_TEST(count("/v1/detect-sensitive", "422") == 2);
    BOOST_TEST(count("unknown", "404") == 1);
    BOOST_TEST(count("refused", "400") == 1);
    BOOST_TEST(page.value("verbatim_http_request_duration_seconds_count{route=\"/v1/health\"}") == 5);
    BOOST_TEST(page.value("verbatim_http_request_duration_seconds_bucket{route=\"/v1/health\",le=\"+Inf\"}") == 5);
    BOOST_TEST(page.value("verbatim_http_malformed_requests_total") == 1);
    BOOST_TEST(page.value("verbatim_http_connections_accepted_total") == 11);
    BOOST_TEST(page.value("verbatim_keys") == 2);
    BOOST_TEST(page.value("verbatim_log_lines_dropped_total") == 0);
}

BOOST_AUTO_TEST_CASE(hostile_requests_create_no_new_series)
{
    monitored_server monitored;
    auto&            server = *monitored.server;
    // Provokes each status once, so that all series exist.
    server.get("/nowhere");
    server.post("/v1/analyze-bulk", "{}", "wrong");
    support::raw_client{server.process.port()}.exchange("\x01\r\n\r\n");
    const auto before = monitored.metrics().names();

    const std::string hostile[]{"/v1/analyze-bulk/../../secret",
                                "/v1/analyze-bulk%00",
                                "/v1/analyze-bulk?tenant=\"}\nverbatim_evil{x=\"",
                                "/a\"b",
                                "//",
                                "/metrics{route=\"x\"}",
                                "/" + std::string(4'000, 'a')};
    for (const auto& path : hostile)
    {
        support::raw_client client{server.process.port()};
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        client.receive_to_end(true);
    }
    for (int n = 0; n != 100; ++n) server.get("/v1/tenant-" + std::to_string(n));
    for (const auto* method : {"BREW", "get", "PROPFIND"})
        support::send_request(server.process.port(), method, "/nowhere-" + std::string{method});

    const auto after = monitored.metrics();
    BOOST_TEST(after.names() == before, boost::test_tools::per_element());
    BOOST_TEST(after.value("verbatim_http_requests_total{route=\"unknown\",status=\"404\"}") > 100);
    for (const auto& name : after.names())
    {
        BOOST_TEST(name.find("/v1/tenant") == std::string::npos, name);
        BOOST_TEST(name.find("evil") == std::string::npos, name);
    }
}

BOOST_AUTO_TEST_CASE(failed_attempts_appear_with_their_cause_in_rows_log_and_metrics)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": "A queue."})"));
    monitored_server monitored{provider_settings(provider)};
    auto&            server = *monitored.server;
    const auto       fail   = [&](int times) {
        for (int n = 0; n != times; ++n) provider.enqueue(stub_response::error(503));
        return server.post("/v1/detect-sensitive", sensitive_request).status;
    };

    BOOST_TEST(fail(1) == 200);
    BOOST_TEST(fail(2) == 200);
    BOOST_TEST(fail(3) == 502);

    BOOST_TEST(provider.requests().size() == 8u);
    const auto rows = server.query("select coalesce(cause, 'ok') from llm_calls order by timestamp");
    const std::vector<std::string> expected{"server_error", "ok",           "server_error", "server_error",
                                            "ok",           "server_error", "server_error", "server_error"};
    BOOST_TEST(rows == expected, boost::test_tools::per_element());
    const auto        page = monitored.metrics();
    const std::string main = "verbatim_llm_attempts_total{connection=\"main\",model=\"openai/stub-model\"";
    BOOST_TEST(page.value(main + ",outcome=\"ok\"}") == 2);
    BOOST_TEST(page.value(main + ",outcome=\"llm_error\",cause=\"server_error\"}") == 6);
    server.process.wait_for_output(R"("cause":"server_error","http_status":503)");
}

BOOST_AUTO_TEST_CASE(attempts_tokens_and_cost_equal_the_usage_rows)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": "A queue."})", 1'000,
                                                    200, "a-label-of-the-response"));
    support::temporary_directory prices;
    const auto                   path = prices.path() / "prices.yaml";
    std::ofstream{path}
        << "models: {openai/stub-model: {input_cost_per_token: 0.000002, output_cost_per_token: 0.00001}}\n";
    monitored_server monitored{provider_settings(provider, {{"MODEL_PRICES_PATH", path.string()}})};

    BOOST_REQUIRE(monitored.server->post("/v1/detect-sensitive", sensitive_request).status == 200);
    provider.enqueue(stub_response::error(400));
    BOOST_REQUIRE(monitored.server->post("/v1/detect-sensitive", sensitive_request).status == 502);

    const auto        page = monitored.metrics();
    const std::string main = "{connection=\"main\",model=\"openai/stub-model\"";
    BOOST_TEST(page.value("verbatim_llm_attempts_total" + main + ",outcome=\"ok\"}") == 1);
    BOOST_TEST(page.value("verbatim_llm_attempts_total" + main + ",outcome=\"llm_error\",cause=\"invalid_request\"}") ==
               1);
    BOOST_TEST(page.value("verbatim_llm_attempt_duration_seconds_count" + main + "}") == 2);
    BOOST_TEST(page.value("verbatim_llm_input_tokens_total" + main + "}") == 1'000);
    BOOST_TEST(page.value("verbatim_llm_output_tokens_total" + main + "}") == 200);
    BOOST_TEST(page.value("verbatim_llm_cost_usd_total" + main + "}") == 0.004);
    BOOST_TEST(page.value("verbatim_usage_rows_written_total") == 2);
    BOOST_TEST(page.value("verbatim_usage_rows_lost_total") == 0);
    const auto stored =
        monitored.server->query("select sum(input_tokens), sum(output_tokens), sum(cost_usd) from llm_calls");
    BOOST_REQUIRE(stored.size() == 1);
    BOOST_TEST(stored.front().starts_with("1000|200|0.004"), stored.front());
    for (const auto& name : page.names()) BOOST_TEST(name.find("a-label-of") == std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(calls_in_flight_and_waiting_are_reported)
{
    support::provider_stub provider;
    provider.respond_by_default(
        stub_response::chat(R"({"sensitivity_types": [], "explanation": "A queue."})").after_release());
    monitored_server monitored{provider_settings(provider, {{"LLM_MAX_CONCURRENCY", "1"}})};

    std::vector<std::future<int>> calls;
    for (int n = 0; n != 3; ++n)
        calls.push_back(std::async(std::launch::async, [&] {
            return monitored.server->post("/v1/detect-sensitive", sensitive_request).status;
        }));
    monitored.await("verbatim_llm_in_flight", 1);
    monitored.await("verbatim_llm_waiting", 2);
    monitored.await("verbatim_http_calls_in_flight", 3);
    BOOST_TEST(monitored.metrics().value("verbatim_llm_slots") == 1);
    BOOST_TEST(monitored.metrics().value("verbatim_http_connections") == 3);

    provider.release();
    for (auto& each : calls) BOOST_TEST(each.get() == 200);
    monitored.await("verbatim_http_calls_in_flight", 0);
    monitored.await("verbatim_llm_in_flight", 0);
    BOOST_TEST(monitored.metrics().value("verbatim_llm_waiting") == 0);
}

BOOST_AUTO_TEST_CASE(draining_server_is_alive_and_not_ready)
{
    support::provider_stub provider;
    provider.respond_by_default(
        stub_response::chat(R"({"sensitivity_types": [], "explanation": "A queue."})").after_release());
    monitored_server monitored{provider_settings(provider)};
    BOOST_TEST(monitored.get_admin("/readyz").body == "ready\n");

    auto call = std::async(std::launch::async,
                           [&] { return monitored.server->post("/v1/detect-sensitive", sensitive_request).status; });
    provider.wait_for_requests(1);
    monitored.server->process.signal(SIGTERM);
    monitored.await_unready();
    BOOST_TEST(monitored.get_admin("/readyz").body == "draining\n");
    BOOST_TEST(monitored.get_admin("/livez").status == 200);
    BOOST_TEST(monitored.metrics().value("verbatim_http_calls_in_flight") == 1);

    provider.release();
    BOOST_TEST(call.get() == 200);
    BOOST_TEST(monitored.server->process.wait() == 0);
}

BOOST_AUTO_TEST_CASE(supervisor_is_notified_of_ready_and_stopping)
{
    support::temporary_directory folder;
    for (const auto& name : {(folder.path() / "notify").string(), "@verbatim-" + folder.path().filename().string()})
    {
        const notify_socket supervisor{name};
        test_server         server{supervisor.settings()};
        BOOST_TEST(supervisor.receive() == "READY=1");
        BOOST_TEST(server.get("/v1/health").status == 200);
        server.process.signal(SIGTERM);
        BOOST_TEST(supervisor.receive() == "STOPPING=1");
        BOOST_TEST(server.process.wait() == 0);
    }
}

BOOST_AUTO_TEST_CASE(missing_supervisor_is_ignored)
{
    support::temporary_directory folder;
    for (const auto& name : {std::string{}, (folder.path() / "nobody").string(), std::string(500, 'x')})
    {
        test_server server{{{"NOTIFY_SOCKET", name}}};
        BOOST_TEST(server.get("/v1/health").status == 200);
        BOOST_TEST(server.process.stop() == 0);
    }
}

BOOST_AUTO_TEST_CASE(unreachable_provider_leaves_the_server_ready)
{
    std::uint16_t    closed_port = support::free_port();
    monitored_server monitored{{{"LLM_MODEL", "openai/stub-model"},
                                {"LLM_API_BASE", "http://127.0.0.1:" + std::to_string(closed_port) + "/v1/"},
                                {"LLM_API_KEY", "provider-secret"},
                                {"LLM_PRICE_UNKNOWN", "allow"}}};
    monitored.server->post("/v1/detect-sensitive", sensitive_request);

    BOOST_TEST(monitored.get_admin("/readyz").status == 200);
    BOOST_TEST(monitored.get_admin("/livez").status == 200);
}

BOOST_AUTO_TEST_CASE(problems_of_the_last_reload_are_a_metric)
{
    support::temporary_directory prices;
    const auto                   path = prices.file("prices.yaml", "models: {}\n");
    monitored_server             monitored{{{"MODEL_PRICES_PATH", path}}};
    prices.file("prices.yaml", "models: [");
    monitored.server->process.signal(SIGHUP);
    monitored.await("verbatim_reload_problems", 1);
    prices.file("prices.yaml", "models: {}\n");
    monitored.server->process.signal(SIGHUP);
    monitored.await("verbatim_reload_problems", 0);
}

BOOST_AUTO_TEST_CASE(without_file_descriptors_connections_get_503_and_operators_see_why)
{
    monitored_server    monitored;
    auto&               server = *monitored.server;
    support::raw_client open{server.process.port()};
    const auto          health = [](support::raw_client& client) {
        return client.exchange("GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n").status;
    };
    BOOST_TEST(health(open) == 200);
    BOOST_TEST(monitored.get_admin("/readyz").status == 200);

    const scoped_descriptor_limit    limit{server.process.pid()};
    std::vector<support::raw_client> clients;
    for (int status = 200; status != 503;)
    {
        BOOST_REQUIRE(clients.size() < 1'000);
        clients.emplace_back(server.process.port());
        status = health(clients.back());
    }

    BOOST_TEST(health(open) == 200);
    BOOST_TEST(monitored.get_admin("/readyz").status == 200);
    const auto metrics = monitored.metrics();
    BOOST_TEST(metrics.value("process_open_fds") > metrics.value("process_max_fds") - 10);
    BOOST_TEST(metrics.value("verbatim_http_connections_refused_total") >= 1);
    clients.clear();
    until("no connection is accepted again", [&] { return server.get("/v1/health").status == 200; });
}

BOOST_AUTO_TEST_CASE(an_operator_sees_the_state_of_disk_and_database)
{
    monitored_server monitored;
    monitored.server->post("/v1/detect-sensitive", sensitive_request);
    const auto page = monitored.metrics();
    BOOST_TEST(page.value("verbatim_state_dir_free_bytes") > 0);
    BOOST_TEST(page.value("verbatim_usage_database_latency_seconds") >= 0);
    BOOST_TEST(page.value("verbatim_usage_outbox_age_seconds") == 0);
    BOOST_TEST(page.types.contains("verbatim_tls_certificate_expiry_seconds")); // without a sample
}

BOOST_AUTO_TEST_SUITE_END()
