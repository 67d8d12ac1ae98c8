#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/uuid.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

constexpr std::pair<const char*, const char*> list_and_removal[]{{"GET", "/v1/auth/keys"},
                                                                 {"DELETE", "/v1/auth/keys/some-id"}};

constexpr auto superuser_id = "k-2"; ///< of superuser_key

support::raw_response create_key(test_server& server, const std::string& body,
                                 const std::string& api_key = superuser_key)
{
    return server.post("/v1/auth/keys", body, api_key);
}

std::string created_key(test_server& server, const std::string& body)
{
    const auto response = create_key(server, body);
    BOOST_REQUIRE(response.status == 201);
    return json::value_to<std::string>(json::parse(response.body).at("api_key"));
}

/// Sends an empty record: any valid key gets 200 without a model call.
int status_with(test_server& server, const std::string& key)
{
    return server.post("/v1/detect-sensitive", R"({"feedback_record": {"id": "r", "content": ""}})", key).status;
}

} // namespace

BOOST_AUTO_TEST_SUITE(keys)

BOOST_AUTO_TEST_CASE(a_new_key_is_shown_once_and_works_on_the_next_request)
{
    test_server server;

    const auto response = create_key(server, R"({"key_name": "crm", "tenant_id": "tenant-new", "more": 1})");

    BOOST_REQUIRE(response.status == 201);
    BOOST_TEST(response.field("cache-control") == "no-store");
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(body.size() == 2U);
    BOOST_TEST(support::is_uuid(json::value_to<std::string>(body.at("key_id")), "4"));
    const auto key = json::value_to<std::string>(body.at("api_key"));
    BOOST_TEST(key.starts_with("vb_"));
    BOOST_TEST(status_with(server, key) == 200);
    BOOST_TEST(create_key(server, "{}", key).status == 403); // not a superuser
}

BOOST_AUTO_TEST_CASE(superusers_can_create_superusers)
{
    test_server server;
    const auto  first = created_key(server, R"({"key_name": "ops", "tenant_id": "ops", "is_superuser": true})");
    BOOST_TEST(create_key(server, R"({"key_name": "crm", "tenant_id": "t"})", first).status == 201);
}

BOOST_AUTO_TEST_CASE(keys_with_equal_tenant_and_name_are_all_valid)
{
    test_server server;
    const auto  first  = created_key(server, R"({"key_name": "crm", "tenant_id": "t"})");
    const auto  second = created_key(server, R"({"key_name": "crm", "tenant_id": "t"})");
    BOOST_TEST(first != second);
    BOOST_TEST(status_with(server, first) == 200);
    BOOST_TEST(status_with(server, second) == 200);
}

BOOST_AUTO_TEST_CASE(access_is_checked_before_the_body_is_read)
{
    test_server server;
    BOOST_TEST(create_key(server, "{broken", "no-such-key").status == 401);
    BOOST_TEST(create_key(server, "{broken", key).status == 403);
    BOOST_TEST(code_of(create_key(server, "{broken", key)) == "forbidden");
    BOOST_TEST(create_key(server, "{broken").status == 422);
    BOOST_TEST(server.query("select count(*) from api_keys").at(0) == "0");
}

BOOST_AUTO_TEST_CASE(invalid_bodies_are_reported_by_field)
{
    struct row
    {
        std::string              body;
        std::vector<std::string> fields;
    };
    const std::string long_name(256, 'n');
    const row         rows[]{
                {"{}", {"key_name", "tenant_id"}},
                {R"({"key_name": "", "tenant_id": ""})", {"key_name", "tenant_id"}},
                {R"({"key_name": 1, "tenant_id": null, "is_superuser": "true"})", {"key_name", "tenant_id", "is_superuser"}},
                {R"({"key_name": "n", "tenant_id": "t", "is_superuser": 1})", {"is_superuser"}},
                {R"({"key_name": "n", "tenant_id": "t", "is_superuser": null})", {"is_superuser"}},
                {R"({"key_name": ")" + long_name + R"(", "tenant_id": "t"})", {"key_name"}},
                {R"({"key_name": "n", "tenant_id": ")" + long_name + R"("})", {"tenant_id"}},
                {R"({"key_name": "a\u0000b", "tenant_id": "\u0000"})", {"key_name", "tenant_id"}},
                {R"({"tenant_id": 5, "key_name": "a\u0000b", "is_superuser": 7})", {"key_name", "tenant_id", "is_superuser"}},
                {R"({"key_name": "n", "tenant_id": "t", "expires_at": "2020-01-01T00:00:00Z"})", {"expires_at"}},
                {R"({"key_name": "n", "tenant_id": "t", "expires_at": "2999-01-01T00:00:00"})", {"expires_at"}},
                {R"({"key_name": "n", "tenant_id": "t", "expires_at": "tomorrow"})", {"expires_at"}},
                {"[]", {"body"}},
    };
    test_server server;
    for (const auto& [body, expected] : rows)
    {
        const auto response = create_key(server, body);
        BOOST_TEST(response.status == 422, body);
        const auto               error = error_of(response);
        std::vector<std::string> fields;
        for (const auto& field : error.at("fields").as_array())
            fields.push_back(json::value_to<std::string>(field.at("field")));
        BOOST_TEST(fields == expected, boost::test_tools::per_element());
    }
    BOOST_TEST(server.query("select count(*) from api_keys").at(0) == "0");
}

BOOST_AUTO_TEST_CASE(names_are_counted_in_characters_and_stored_verbatim)
{
    test_server server;
    std::string name;
    for (int n = 0; n < 255; ++n) name += "ж";
    created_key(server, R"({"key_name": ")" + name + R"(", "tenant_id": "тенант '; drop table api_keys; --"})");
    BOOST_TEST(server.query("select name, tenant_id from api_keys").at(0) ==
               name + "|тенант '; drop table api_keys; --");
}

BOOST_AUTO_TEST_CASE(keys_survive_a_restart_and_are_never_stored_in_plain_text)
{
    support::temporary_directory folder;
    std::string                  secret;
    {
        support::server_process first{default_settings(folder)};
        const auto              response = support::send_request(first.port(), "POST", "/v1/auth/keys",
                                                                 R"({"key_name": "crm", "tenant_id": "tenant-new"})",
                                                                 {{"Authorization", std::string{"Bearer "} + superuser_key}});
        secret                           = json::value_to<std::string>(json::parse(response.body).at("api_key"));
        BOOST_TEST(first.stop() == 0);
        BOOST_TEST(first.output().find(secret) == std::string::npos);
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder.path()})
    {
        if (!entry.is_regular_file()) continue;
        std::ifstream     in{entry.path(), std::ios::binary};
        const std::string content{std::istreambuf_iterator<char>{in}, {}};
        BOOST_TEST(content.find(secret) == std::string::npos, entry.path());
    }

    support::server_process second{default_settings(folder)};
    const auto              response = support::send_request(second.port(), "POST", "/v1/detect-sensitive",
                                                             R"({"feedback_record": {"id": "r", "content": ""}})",
                                                             {{"Authorization", "Bearer " + secret}});
    BOOST_TEST(response.status == 200);
}

BOOST_AUTO_TEST_CASE(superusers_list_keys_without_their_secrets)
{
    test_server server;
    const auto  secret = created_key(server, R"({"key_name": "crm", "tenant_id": "tenant-new",
                                                 "expires_at": "2999-01-01T02:00:00+02:00"})");
    BOOST_TEST(status_with(server, secret) == 200);

    const auto list = send(server, "GET", "/v1/auth/keys", superuser_key);
    BOOST_REQUIRE(list.status == 200);
    BOOST_TEST(list.field("cache-control") == "no-store");
    for (const auto* hidden : {secret.c_str(), key, superuser_key, "sha256"}) BOOST_TEST(!contains(list.body, hidden));
    const auto keys = json::parse(list.body).at("keys").as_array();
    BOOST_TEST(json::value_to<std::string>(keys.front().at("origin")) == "configuration");
    BOOST_TEST(keys.front().at("created_at").is_null());
    const auto& created = keys.back().as_object();
    BOOST_TEST(json::value_to<std::string>(created.at("key_name")) == "crm");
    BOOST_TEST(json::value_to<std::string>(created.at("origin")) == "database");
    BOOST_TEST(json::value_to<std::string>(created.at("expires_at")) == "2999-01-01T00:00:00Z");
    BOOST_TEST(created.at("created_at").is_string());

    const auto filtered = send(server, "GET", "/v1/auth/keys?tenant_id=tenant-new", superuser_key);
    BOOST_TEST(json::parse(filtered.body).at("keys").as_array().size() == 1U);
    BOOST_TEST(send(server, "GET", "/v1/auth/keys", key).status == 403);
    BOOST_TEST(send(server, "GET", "/v1/auth/keys", secret).status == 403);
}

BOOST_AUTO_TEST_CASE(a_removed_key_is_refused_at_once_and_its_removal_is_recorded)
{
    test_server server;
    const auto  answer = create_key(server, R"({"key_name": "crm", "tenant_id": "tenant-new"})");
    const auto  secret = json::value_to<std::string>(json::parse(answer.body).at("api_key"));
    const auto  path   = "/v1/auth/keys/" + json::value_to<std::string>(json::parse(answer.body).at("key_id"));

    BOOST_TEST(send(server, "DELETE", path, key).status == 403);
    BOOST_TEST(status_with(server, secret) == 200);
    const auto removed = send(server, "DELETE", path, superuser_key);
    BOOST_TEST(removed.status == 200);
    BOOST_TEST(!contains(removed.body, secret));
    BOOST_TEST(status_with(server, secret) == 401);
    BOOST_TEST(send(server, "DELETE", path, superuser_key).status == 404);
    for (const auto* id : {"%00", "%27%3B%20drop", "00000000-0000-4000-8000-000000000009"})
        BOOST_TEST(send(server, "DELETE", std::string{"/v1/auth/keys/"} + id, superuser_key).status == 404, id);

    const auto changes =
        server.query("select change, changed_by, tenant_id, request_id from api_key_changes order by change_id");
    BOOST_REQUIRE(changes.size() == 2U);
    BOOST_TEST(changes[0] == "created|" + std::string{superuser_id} + "|tenant-new|" + answer.field("x-request-id"));
    BOOST_TEST(changes[1] == "removed|" + std::string{superuser_id} + "|tenant-new|" + removed.field("x-request-id"));
    server.process.wait_for_output("\"key_removed\"");
}

BOOST_AUTO_TEST_CASE(a_key_of_the_configuration_is_removed_there)
{
    test_server server;
    const auto  answer = send(server, "DELETE", "/v1/auth/keys/" + std::string{superuser_id}, superuser_key);
    BOOST_TEST(answer.status == 422);
    BOOST_TEST(contains(answer.body, "remove it from AUTH_API_KEYS"));
    BOOST_TEST(create_key(server, R"({"key_name": "crm", "tenant_id": "t"})").status == 201);
}

BOOST_AUTO_TEST_CASE(lists_and_removals_need_a_superuser_and_valid_parameters)
{
    test_server server;
    for (const auto& [method, path] : list_and_removal)
    {
        BOOST_TEST(code_of(send(server, method, path, "no-such-key")) == "authentication_required");
        BOOST_TEST(code_of(send(server, method, path, key)) == "forbidden");
    }
    BOOST_TEST(code_of(send(server, "GET", "/v1/auth/keys?tenant_id=", superuser_key)) == "validation_error");
}

BOOST_AUTO_TEST_CASE(lists_and_removals_report_a_database_that_fails)
{
    support::postgres_server   postgres;
    support::postgres_database database{postgres};
    test_server                server{{{"DB_URL", database.url() + "&connect_timeout=2"}}};
    BOOST_TEST(send(server, "GET", "/v1/auth/keys", superuser_key).status == 200);
    database.query("alter table api_keys rename to gone");
    for (const auto& [method, path] : list_and_removal)
        BOOST_TEST(code_of(send(server, method, path, superuser_key)) == "internal_error");
    postgres.kill();
    for (const auto& [method, path] : list_and_removal)
        BOOST_TEST(code_of(send(server, method, path, superuser_key)) == "usage_backend_unavailable");
}

BOOST_AUTO_TEST_CASE(an_expired_key_of_the_configuration_is_refused)
{
    test_server server{{{"AUTH_API_KEYS", R"([{"name": "old", "key": "a-key-that-has-expired", "tenant_id": "t",
                                               "expires_at": "2020-01-01T00:00:00Z"}])"}}};
    for (const auto& [key, message, challenge] : std::vector<std::array<std::string, 3>>{
             {"a-key-that-has-expired", "The API key has expired",
              R"(Bearer error="invalid_token", error_description="The API key has expired")"},
             // One that a stranger may guess gets the answer of an unknown key.
             {"a-key-that-has-expire", "A valid API key is required. Provide it as: Authorization: Bearer <key>",
              "Bearer"},
             {"a-key-that-has-expiree", "A valid API key is required. Provide it as: Authorization: Bearer <key>",
              "Bearer"}})
    {
        const auto response = send(server, "GET", "/v1/usage", key);
        BOOST_TEST(response.status == 401);
        BOOST_TEST(code_of(response) == "authentication_required");
        BOOST_TEST(response.body.find("\"message\":\"" + message + "\"") != std::string::npos);
        BOOST_TEST(response.field("www-authenticate") == challenge);
    }
    server.process.wait_for_output("\"api_key_expired\"");
}

BOOST_AUTO_TEST_CASE(servers_share_keys_and_deleted_keys_are_rejected)
{
    support::postgres_database database;
    test_server                first{{{"DB_URL", database.url()}}};
    test_server                second{{{"DB_URL", database.url()}}};

    const auto secret = created_key(first, R"({"key_name": "crm", "tenant_id": "tenant-new"})");
    BOOST_TEST(status_with(first, secret) == 200);
    const auto until = std::chrono::steady_clock::now() +
                       std::chrono::seconds{15}; // docs/reference/authentication.md#refreshing-stored-keys
    int status = 0;
    while (status != 200 && std::chrono::steady_clock::now() < until) status = status_with(second, secret);
    BOOST_TEST(status == 200);

    database.query("delete from api_keys");
    const auto gone_by = std::chrono::steady_clock::now() + std::chrono::seconds{15};
    while ((status_with(first, secret) != 401 || status_with(second, secret) != 401) &&
           std::chrono::steady_clock::now() < gone_by)
    {}
    BOOST_TEST(status_with(first, secret) == 401);
    BOOST_TEST(status_with(second, secret) == 401);
}

BOOST_AUTO_TEST_SUITE_END()
