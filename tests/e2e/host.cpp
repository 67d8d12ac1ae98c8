#include "e2e/test_server.hpp"

#include "support/uuid.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(host)

BOOST_AUTO_TEST_CASE(health_needs_no_key_and_ignores_an_invalid_one)
{
    test_server server;

    const auto plain = server.get("/v1/health");
    BOOST_TEST(plain.status == 200);
    BOOST_TEST(plain.field("content-type") == "application/json");
    const auto body = json::parse(plain.body).as_object();
    BOOST_TEST((body.at("status").as_string() == "ok"));
    BOOST_TEST((body.at("version").as_string() == VERBATIM_VERSION));

    BOOST_TEST(server.get("/v1/health", {{"Authorization", "Bearer wrong"}}).status == 200);
}

BOOST_AUTO_TEST_CASE(every_response_has_a_new_request_id)
{
    test_server server;

    for (const auto* path : {"/v1/health", "/docs", "/openapi.json", "/nowhere", "/v1/analyze-bulk"})
    {
        BOOST_TEST_CONTEXT(path)
        {
            const auto response = server.get(path, {{"X-Request-ID", "11111111-1111-4111-8111-111111111111"}});
            const auto id       = response.field("x-request-id");

            BOOST_TEST(support::is_uuid(id, "7"), id);
            BOOST_TEST(id != "11111111-1111-4111-8111-111111111111");
            if (response.status >= 400) BOOST_TEST((error_of(response).at("request_id").as_string() == id));
        }
    }
}

BOOST_AUTO_TEST_CASE(unknown_path_is_404_and_wrong_method_is_405)
{
    test_server server;

    for (const auto* path : {"/", "/v1/analyze", "/v1/summarize-aggregate", "/v1/assign_codes", "/v1/usage/all"})
    {
        const auto response = server.post(path, "{}");
        BOOST_TEST(response.status == 404, path);
        BOOST_TEST(code_of(response) == "not_found", path);
    }
    const auto wrong = server.get("/v1/analyze-bulk");
    BOOST_TEST(wrong.status == 405);
    BOOST_TEST(code_of(wrong) == "method_not_allowed");
    BOOST_TEST(wrong.field("allow") == "POST");
    BOOST_TEST(server.post("/v1/health", "").field("allow") == "GET");
    BOOST_TEST(support::send_request(server.process.port(), "HEAD", "/v1/health").status == 405);
}

BOOST_AUTO_TEST_CASE(head_on_the_document_sends_only_its_length)
{
    test_server server;

    const auto head = support::send_request(server.process.port(), "HEAD", "/openapi.json");
    const auto get  = server.get("/openapi.json");

    BOOST_TEST(head.status == 200);
    BOOST_TEST(head.body.empty());
    BOOST_TEST(head.field("content-length") == std::to_string(get.body.size()));
}

BOOST_AUTO_TEST_CASE(pages_with_a_known_etag_are_304)
{
    test_server server;

    for (const auto* path : {"/docs", "/openapi.json"})
    {
        const auto first = server.get(path, {{"Accept-Encoding", "gzip"}});
        const auto again = server.get(path, {{"Accept-Encoding", "gzip"}, {"If-None-Match", first.field("etag")}});
        const auto plain = server.get(path, {{"If-None-Match", first.field("etag")}});

        BOOST_TEST(first.field("content-encoding") == "gzip", path);
        BOOST_TEST(again.status == 304, path);
        BOOST_TEST(again.body.empty(), path);
        BOOST_TEST(plain.status == 200, path); // the entity tag belongs to the compressed bytes
    }
}

BOOST_AUTO_TEST_CASE(trailing_slash_is_ignored)
{
    test_server server;

    BOOST_TEST(server.get("/v1/health/").status == 200);
    BOOST_TEST(server.post("/v1/analyze-bulk/", analysis_request("")).status == 200);
}

BOOST_AUTO_TEST_CASE(key_is_checked_before_the_body)
{
    test_server server;
    const auto  broken = R"({"feedback_records": not json)";

    const auto response = server.post("/v1/analyze-bulk", broken, "");
    BOOST_TEST(response.status == 401);
    BOOST_TEST(response.field("www-authenticate") == "Bearer");
    BOOST_TEST((error_of(response).at("message").as_string() ==
                "A valid API key is required. Provide it as: Authorization: Bearer <key>"));

    const std::string              own_key = key;
    const std::vector<std::string> refused{"",
                                           "Bearer",
                                           "Bearer ",
                                           "Basic b3JkaW5hcnk=",
                                           "Bearer wrong",
                                           "Token " + own_key,
                                           "Bearer " + own_key + "x",
                                           "Bearer x" + own_key};
    for (const auto& credentials : refused)
        BOOST_TEST(support::send_request(server.process.port(), "POST", "/v1/analyze-bulk", broken,
                                         {{"Authorization", credentials}})
                           .status == 401,
                   credentials);
    for (const std::string& scheme : std::vector<std::string>{"Bearer ", "bearer ", "BEARER   "})
        BOOST_TEST(support::send_request(server.process.port(), "POST", "/v1/analyze-bulk", broken,
                                         {{"Authorization", scheme + key + " "}})
                           .status == 422,
                   scheme);
}

BOOST_AUTO_TEST_CASE(body_over_the_limit_is_413_and_at_the_limit_is_read)
{
    test_server server{{{"NETWORK_MAX_BODY_BYTES", "1000"}}};
    const auto  padded = [](std::size_t size) { return "{" + std::string(size - 2, ' ') + "}"; };

    const auto over = server.post("/v1/analyze-bulk", padded(1001));
    BOOST_TEST(over.status == 413);
    BOOST_TEST(code_of(over) == "payload_too_large");
    BOOST_TEST((error_of(over).at("message").as_string() == "Request body too large"));
    BOOST_TEST(code_of(server.post("/v1/analyze-bulk", padded(1000))) == "validation_error");
}

BOOST_AUTO_TEST_CASE(invalid_json_has_a_hint_and_an_offset)
{
    test_server server;

    const auto response = server.post("/v1/analyze-bulk", R"({"prompt": "he said "no" to us"})");

    BOOST_TEST(response.status == 422);
    const auto error = error_of(response);
    BOOST_TEST((error.at("code").as_string() == "json_invalid"));
    const auto& field = error.at("fields").as_array().at(0).as_object();
    BOOST_TEST((field.at("field").as_string() == "body"));
    BOOST_TEST(json::value_to<std::string>(field.at("issue")).ends_with("(byte offset 21)"));
}

BOOST_AUTO_TEST_CASE(all_problems_of_a_body_are_reported_in_schema_order)
{
    test_server server;

    const auto response = server.post("/v1/analyze-bulk", R"({"documents": [], "mode": "fast", "anonymize": "yes",
        "feedback_records": [{"id": "a", "text": "x"}, {"id": 7, "content": "y", "metadata": null}]})");

    BOOST_TEST(response.status == 422);
    const auto               error = error_of(response);
    std::vector<std::string> problems;
    for (const auto& field : error.at("fields").as_array())
        problems.push_back(json::value_to<std::string>(field.at("field")) + ": " +
                           json::value_to<std::string>(field.at("issue")));
    const std::vector<std::string> expected{"feedback_records[0].content: Field required",
                                            "feedback_records[1].id: Input should be a valid string",
                                            "prompt: Field required", "anonymize: Input should be a valid boolean",
                                            "mode: Input should be 'single_pass' or 'hierarchical'"};
    BOOST_TEST(problems == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(screened_content_is_reported_by_rule_and_path_only)
{
    test_server server;

    const auto response = server.post("/v1/analyze-bulk", R"({"prompt": "What?", "feedback_records": [
        {"id": "a", "content": "fine"}, {"id": "b", "content": " System : secret"}, {"id": "c", "content": "a\u0000b"},
        {"id": "d", "content": ")" + std::string(200, 'z') + R"("}]})");

    BOOST_TEST(response.status == 422);
    const auto error = error_of(response);
    BOOST_TEST((error.at("code").as_string() == "prompt_injection_detected"));
    const auto& fields = error.at("fields").as_array();
    BOOST_REQUIRE(fields.size() == 3u);
    BOOST_TEST((fields[0].at("issue").as_string() == "role_prefix"));
    BOOST_TEST((fields[1].at("issue").as_string() == "null_byte"));
    BOOST_TEST((fields[2].at("field").as_string() == "feedback_records[3].content"));
    BOOST_TEST((fields[2].at("issue").as_string() == "repeated_characters"));
    BOOST_TEST(response.body.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(sigterm_stops_an_idle_server_with_exit_code_0)
{
    test_server server;
    server.get("/v1/health");

    BOOST_TEST(server.process.stop() == 0);
}

BOOST_AUTO_TEST_CASE(invalid_settings_stop_the_start_without_printing_the_value)
{
    struct sample
    {
        std::string name, value;
    };
    for (const auto& [name, value] :
         {sample{"AUTH_API_KEYS", "secret-value"}, sample{"AUTH_API_KEYS", R"([{"name":"secret-value"}])"},
          sample{"LLM_MODEL", "secret-value/x"}, sample{"LLM_TIMEOUT_SECONDS", "secret-value"},
          sample{"NETWORK_PORT", "secret-value"}, sample{"LOG_LEVEL", "secret-value"}, sample{"DB_URL", "secret-value"},
          sample{"PLUGINS_ENABLED", R"(["secret-value"])"}, sample{"NETWORK_TLS_KEY", "secret-value"},
          sample{"ANALYZE_DEFAULT_CODING_TREND_PERIOD", "secret-value"}})
    {
        BOOST_TEST_CONTEXT(name)
        {
            support::temporary_directory folder;
            auto                         settings = default_settings(folder);
            settings[name]                        = value;

            const auto [code, output] = support::run_server(settings, {});

            BOOST_TEST(code != 0);
            BOOST_TEST(output.find(name) != std::string::npos, output);
            BOOST_TEST(output.find("listening on") == std::string::npos);
            if (name != "PLUGINS_ENABLED") BOOST_TEST(output.find("secret-value") == std::string::npos, output);
        }
    }
}

BOOST_AUTO_TEST_CASE(start_without_keys_is_rejected)
{
    support::temporary_directory folder;
    auto                         settings = default_settings(folder);
    settings.erase("AUTH_API_KEYS");

    const auto [code, output] = support::run_server(settings, {});

    BOOST_TEST(code != 0);
    BOOST_TEST(output.find("AUTH_API_KEYS") != std::string::npos, output);
}

BOOST_AUTO_TEST_CASE(log_lines_have_tenant_key_and_error_code)
{
    test_server server;
    const auto  bearer = [](const std::string& secret) {
        return test_server::fields{{"Authorization", "Bearer " + secret}};
    };
    server.get("/nowhere");
    server.get("/nowhere", bearer("no-such-key"));
    server.get("/nowhere", bearer(key));
    server.post("/v1/analyze-bulk", "{broken");
    BOOST_TEST(server.process.stop() == 0);

    const auto output = server.process.output();
    for (const auto* end : {R"("status":404,)", R"("tenant":"anonymous","key_id":"","code":"not_found"})",
                            R"("tenant":"invalid","key_id":"","code":"not_found"})",
                            R"("tenant":"tenant-a","key_id":"k-1","code":"not_found"})",
                            R"("tenant":"tenant-a","key_id":"k-1","code":"json_invalid"})"})
        BOOST_TEST(output.find(end) != std::string::npos, end);
}

BOOST_AUTO_TEST_CASE(migrating_next_to_a_running_server_loses_no_row)
{
    support::temporary_directory folder;
    support::server_process      first{default_settings(folder)};
    const auto                   ask = [&](const std::string& path, const std::string& body) {
        return support::send_request(first.port(), "POST", path, body,
                                                       {{"Authorization", std::string{"Bearer "} + superuser_key}})
            .status;
    };
    const auto detect = [&] {
        return ask("/v1/detect-sensitive", R"({"feedback_record": {"id": "r", "content": "The pump is broken."}})");
    };
    BOOST_TEST(detect() == 200);
    BOOST_TEST(support::run_server(default_settings(folder), {"--migrate"}).first == 0);
    BOOST_TEST(detect() == 200);
    BOOST_TEST(ask("/v1/auth/keys", R"({"key_name": "crm", "tenant_id": "t"})") == 201);
    first.signal(SIGKILL);
    first.wait();

    BOOST_TEST(query(folder, "select count(*) from llm_calls").at(0) == "2");
    BOOST_TEST(query(folder, "select count(*) from api_keys").at(0) == "1");
}

BOOST_AUTO_TEST_SUITE_END()
