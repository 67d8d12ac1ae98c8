#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <memory>
#include <optional>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

constexpr const char* usage_routes[]{"/v1/usage", "/v1/usage/all/by-tenant", "/v1/usage/all/by-operation"};

support::raw_response get_usage(test_server& server, const std::string& target,
                                const std::string& api_key = superuser_key)
{
    return server.get(target, {{"Authorization", "Bearer " + api_key}});
}

json::value get_report(test_server& server, const std::string& target, const std::string& api_key = superuser_key)
{
    const auto response = get_usage(server, target, api_key);
    BOOST_REQUIRE_MESSAGE(response.status == 200, target + ": " + response.body);
    BOOST_TEST(response.field("content-type") == "application/json");
    return json::parse(response.body);
}

/// A server on either database, with direct access to its tables.
struct database_fixture
{
    explicit database_fixture(bool is_postgresql)
    {
        if (is_postgresql) database.emplace();
        server =
            std::make_unique<test_server>(database ? support::server_process::environment{{"DB_URL", database->url()}}
                                                   : support::server_process::environment{});
        server->process.port();
        // The server creates partitions only for months it writes to; these rows are older.
        if (database)
            for (const std::string month : {"3", "4"})
                database->query(
                    "create table llm_calls_of_month_" + month + " partition of llm_calls for values from ('2026-0" +
                    month + "-01T00:00:00Z') to ('2026-0" + std::to_string(std::stoi(month) + 1) + "-01T00:00:00Z')");
    }

    /// The model of the rows that are inserted next.
    std::string model = "azure/gpt-5.4";

    void insert(const std::string& call, const std::string& tenant, const std::string& operation,
                const std::string& moment, int duration, int input, int output, int micro_usd, bool failed = false)
    {
        char attempt[37];
        std::snprintf(attempt, sizeof attempt, "00000000-0000-4000-8000-%012d", ++rows);
        const auto common = "'" + std::string{attempt} + "','" + tenant + "','" + operation + "','" + call + "'," +
                            (database ? "'" + moment + "'" : "unixepoch('" + moment + "') * 1000000") + "," +
                            std::to_string(duration) + ",'" + model + "'," + std::to_string(input) + "," +
                            std::to_string(output) + "," + std::to_string(micro_usd) +
                            (database ? " / 1000000.0" : "") + (failed ? ",'error','llm_timeout'" : ",'ok',null");
        const auto sql =
            "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, "
            "model, input_tokens, output_tokens, " +
            std::string{database ? "cost_usd" : "cost_micro_usd"} + ", status, error_class, created_at) values (" +
            common + "," + (database ? "now()" : "0") + ")";
        if (database) database->query(sql);
        else change(server->folder, sql);
    }

    static void change(const support::temporary_directory& folder, const std::string& sql)
    {
        const auto command = "sqlite3 '" + (folder.path() / "verbatim.db").string() + "' \"" + sql + "\"";
        BOOST_REQUIRE(std::system(command.c_str()) == 0);
    }

    std::optional<support::postgres_database> database;
    std::unique_ptr<test_server>              server;
    int                                       rows = 0;
};

/// The complete example of docs/reference/operations/usage.md#usage-of-one-tenant.
std::string worked_example()
{
    const auto spread = [](const char* avg, const char* min, const char* max, const char* p5, const char* p95,
                           const char* total) {
        return std::string{R"({"avg":)"} + avg + R"(,"min":)" + min + R"(,"max":)" + max + R"(,"p5":)" + p5 +
               R"(,"p95":)" + p95 + R"(,"total":)" + total + "}";
    };
    const auto same = [&](const char* value, const char* total) {
        return spread(value, value, value, value, value, total);
    };
    const auto block = [](const char* calls, const char* failed, const char* cost, const std::string& duration,
                          const std::string& input, const std::string& output, const std::string& elapsed) {
        return std::string{R"("total_calls":)"} + calls + R"(,"failed_calls":)" + failed + R"(,"total_cost_usd":)" +
               cost + R"(,"call_duration":)" + duration + R"(,"input_tokens":)" + input + R"(,"output_tokens":)" +
               output + R"(,"unpriced_calls":0,"cached_tokens":0,"elapsed":)" + elapsed;
    };
    const auto zero     = same("0.0", "0");
    const auto duration = same("10000.0", "10000"), input = same("2200.0", "2200"), output = same("250.0", "250");
    const auto elapsed        = same("8000.0", "8000");
    const auto calls_duration = spread("5000.0", "2000.0", "8000.0", "2300.0", "7700.0", "10000");
    const auto calls_input    = spread("1100.0", "1000.0", "1200.0", "1010.0", "1190.0", "2200");
    const auto calls_output   = spread("125.0", "50.0", "200.0", "57.5", "192.5", "250");
    return "{" + block("2", "1", "0.00925", duration, input, output, elapsed) +
           R"(,"tenant_id":"tenant-a","llm_call_stats":{)" +
           block("3", "1", "0.00925", calls_duration, calls_input, calls_output, calls_duration) +
           R"(},"operations":[{)" + block("1", "0", "0.00925", duration, input, output, elapsed) +
           R"(,"operation":"analyze","llm_call_stats":{)" +
           block("2", "0", "0.00925", calls_duration, calls_input, calls_output, calls_duration) + "}},{" +
           block("1", "1", "0.0", zero, zero, zero, zero) + R"(,"operation":"assign_codes","llm_call_stats":{)" +
           block("1", "1", "0.0", zero, zero, zero, zero) +
           R"(}}],"from":"2026-04-01T00:00:00Z","to":null,"models":[{"model":"azure/gpt-5.4","total_calls":3,)"
           R"("failed_calls":1,"total_cost_usd":0.00925,"input_tokens":2200,"output_tokens":250,"unpriced_calls":0,)"
           R"("cached_tokens":0}]})";
}

std::vector<std::string> texts(const json::value& list, const char* member)
{
    std::vector<std::string> result;
    for (const auto& item : list.as_array()) result.push_back(json::value_to<std::string>(item.at(member)));
    return result;
}

/// The first cells of each row of a report in CSV, without the header: those before a count of 1.
std::string names_in_table(test_server& server, const std::string& target, const std::string& api_key,
                           const std::string& file)
{
    const auto response =
        server.get(target, {{"Authorization", "Bearer " + api_key}, {"Accept", "text/csv, */*;q=0.5"}});
    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.field("content-type") == "text/csv; charset=utf-8; header=present");
    BOOST_TEST(response.field("content-disposition") == "attachment; filename=\"" + file + '"');
    BOOST_TEST(response.field("vary") == "Accept");
    const std::string_view body = response.body;
    std::string            names;
    for (auto at = body.find("\r\n"); at + 2 < body.size(); at = body.find("\r\n", at + 2))
        names.append(body.substr(at + 2, body.find(",1,", at) - at - 2)).append("; ");
    return names;
}

} // namespace

BOOST_AUTO_TEST_SUITE(usage)

BOOST_DATA_TEST_CASE(documented_example_matches_exactly, boost::unit_test::data::make({false, true}), is_postgresql)
{
    database_fixture fixture{is_postgresql};
    const auto       call = [](char digit) { return std::string(8, digit) + "-0000-4000-8000-000000000000"; };
    fixture.insert(call('a'), "tenant-a", "analyze", "2026-04-02 10:00:00+00:00", 8'000, 1'000, 200, 5'500);
    fixture.insert(call('a'), "tenant-a", "analyze", "2026-04-02 10:00:06+00:00", 2'000, 1'200, 50, 3'750);
    fixture.insert(call('b'), "tenant-a", "assign_codes", "2026-04-03 10:00:00+00:00", 900, 0, 0, 0, true);
    fixture.insert(call('c'), "tenant-a", "analyze", "2026-03-31 23:59:59+00:00", 1, 1, 1, 1); // before the range
    fixture.insert(call('d'), "tenant-b", "analyze", "2026-04-02 10:00:00+00:00", 1, 1, 1, 1); // another tenant

    const auto response = get_usage(*fixture.server, "/v1/usage?from=2026-04-01T02:00:00%2B02:00", key);

    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.body == worked_example());
    BOOST_TEST(get_usage(*fixture.server, "/v1/usage?from=2026-04-01T02:00:00+02:00", key).body == worked_example());
    BOOST_TEST(get_usage(*fixture.server, "/v1/usage/?from=2026-04-01+00:00Z&limit=1", key).body == worked_example());
}

BOOST_DATA_TEST_CASE(reports_of_all_are_complete_and_ordered, boost::unit_test::data::make({false, true}),
                     is_postgresql)
{
    database_fixture fixture{is_postgresql};
    const auto call = [](int n) { return std::string(8, static_cast<char>('0' + n)) + "-0000-4000-8000-000000000000"; };
    const auto at   = "2026-04-02 10:00:00+00:00";
    fixture.insert(call(1), "\u00e9quipe", "summarize", at, 100, 10, 1, 300);
    fixture.insert(call(2), "Zeta", "analyze", at, 200, 20, 2, 300);
    fixture.insert(call(3), "alpha", "transcribe", at, 300, 30, 3, 50); // not an operation of this version
    fixture.insert(call(4), "alpha", "analyze", at, 400, 40, 4, 100);

    const auto by_tenant = get_report(*fixture.server, "/v1/usage/all/by-tenant");
    BOOST_TEST(texts(by_tenant.at("tenants"), "tenant_id") ==
                   (std::vector<std::string>{"Zeta", "alpha", "\u00e9quipe"}),
               boost::test_tools::per_element());
    BOOST_TEST(texts(by_tenant.at("tenants").at(1).at("operations"), "operation") ==
                   (std::vector<std::string>{"analyze", "transcribe"}),
               boost::test_tools::per_element());
    BOOST_TEST(by_tenant.at("total").at("tenant_id").is_null());
    BOOST_TEST(by_tenant.at("total").at("total_calls").as_int64() == 4);
    BOOST_TEST(texts(by_tenant.at("total").at("operations"), "operation") ==
                   (std::vector<std::string>{"analyze", "summarize", "transcribe"}),
               boost::test_tools::per_element());
    BOOST_TEST((by_tenant.at("from").is_null() && by_tenant.at("to").is_null()));

    const auto by_operation = get_report(*fixture.server, "/v1/usage/all/by-operation?to=2026-04-02T10:00:00.000001Z");
    BOOST_TEST(texts(by_operation.at("operations"), "operation") ==
                   (std::vector<std::string>{"analyze", "summarize", "transcribe"}),
               boost::test_tools::per_element());
    BOOST_TEST(texts(by_operation.at("operations").at(0).at("tenants"), "tenant_id") ==
                   (std::vector<std::string>{"Zeta", "alpha"}),
               boost::test_tools::per_element());
    BOOST_TEST(texts(by_operation.at("total").at("tenants"), "tenant_id") ==
                   (std::vector<std::string>{"Zeta", "\u00e9quipe", "alpha"}),
               boost::test_tools::per_element()); // equal costs are sorted by name
    BOOST_TEST(by_operation.at("total").at("operation").is_null());
    BOOST_TEST((by_operation.at("to").as_string() == "2026-04-02T10:00:00.000001Z"));

    const auto none = get_report(*fixture.server, "/v1/usage/all/by-tenant?from=2027-01-01T00:00Z");
    BOOST_TEST(none.at("tenants").as_array().empty());
    BOOST_TEST(none.at("total").at("total_calls").as_int64() == 0);
}

BOOST_DATA_TEST_CASE(a_series_and_tables_of_both_databases_have_only_rows_of_the_report,
                     boost::unit_test::data::make({false, true}), is_postgresql)
{
    database_fixture fixture{is_postgresql};
    const auto call = [](int n) { return std::string(8, static_cast<char>('0' + n)) + "-0000-4000-8000-000000000000"; };
    fixture.insert(call(1), "tenant-a", "analyze", "2026-03-31 23:30:00+00:00", 100, 10, 1, 300);
    fixture.insert(call(2), "tenant-a", "=1+1", "2026-04-02 00:00:00+00:00", 200, 20, 2, 500, true);
    fixture.insert(call(3), "tenant-b", "analyze", "2026-04-01 12:00:00+00:00", 300, 30, 3, 700);
    const auto counts = [](const json::value& report) {
        std::string text;
        for (const auto& period : report.at("series").as_array())
            text += json::value_to<std::string>(period.at("start")) + " " +
                    std::to_string(period.at("total_calls").as_int64()) + " " +
                    std::to_string(period.at("llm_call_stats").at("failed_calls").as_int64()) + "; ";
        return text;
    };

    const std::string range = "from=2026-03-31T23:45:00Z&to=2026-04-02T00:00:00.000001Z&group_by=day";
    BOOST_TEST(counts(get_report(*fixture.server, "/v1/usage?" + range, key)) ==
               "2026-03-31T00:00:00Z 0 0; 2026-04-01T00:00:00Z 0 0; 2026-04-02T00:00:00Z 1 1; ");
    for (const char* route : {"/v1/usage/all/by-tenant?", "/v1/usage/all/by-operation?"})
    {
        BOOST_TEST(counts(get_report(*fixture.server, route + range)) ==
                   "2026-03-31T00:00:00Z 0 0; 2026-04-01T00:00:00Z 1 0; 2026-04-02T00:00:00Z 1 1; ");
        BOOST_TEST(counts(get_report(*fixture.server, std::string{route} + "group_by=month")) ==
                   "2026-03-01T00:00:00Z 1 0; 2026-04-01T00:00:00Z 2 1; ");
    }
    BOOST_TEST(!get_report(*fixture.server, "/v1/usage", key).as_object().contains("series"));

    BOOST_TEST(names_in_table(*fixture.server, "/v1/usage", key, "usage.csv") == "tenant-a,'=1+1; tenant-a,analyze; ");
    BOOST_TEST(names_in_table(*fixture.server, "/v1/usage/all/by-tenant", superuser_key, "usage-by-tenant.csv") ==
               "tenant-a,'=1+1; tenant-a,analyze; tenant-b,analyze; ");
    BOOST_TEST(names_in_table(*fixture.server, "/v1/usage/all/by-operation", superuser_key, "usage-by-operation.csv") ==
               "tenant-b,analyze; tenant-a,analyze; tenant-a,'=1+1; ");
    BOOST_TEST(names_in_table(*fixture.server, "/v1/usage?group_by=month", key, "usage.csv") ==
               "2026-03-01T00:00:00Z,2026-04-01T00:00:00Z; 2026-04-01T00:00:00Z,2026-05-01T00:00:00Z; ");
    const auto refused = fixture.server->get("/v1/usage", {{"Accept", "text/csv"}});
    BOOST_TEST(refused.status == 401);
    BOOST_TEST(refused.field("content-type") == "application/json");
}

BOOST_DATA_TEST_CASE(models_are_those_of_the_report_also_in_csv, boost::unit_test::data::make({false, true}),
                     is_postgresql)
{
    database_fixture fixture{is_postgresql};
    const auto call = [](int n) { return std::string(8, static_cast<char>('0' + n)) + "-0000-4000-8000-000000000000"; };
    const auto at   = "2026-04-02 10:00:00+00:00";
    fixture.insert(call(1), "tenant-a", "analyze", at, 100, 10, 1, 300);
    fixture.insert(call(1), "tenant-a", "analyze", at, 100, 0, 0, 0, true);
    fixture.insert(call(2), "tenant-b", "analyze", at, 100, 40, 4, 400);
    fixture.model = "=small,model";
    fixture.insert(call(1), "tenant-a", "analyze", at, 100, 20, 2, 500);
    fixture.insert(call(3), "tenant-a", "analyze", "2026-04-03 10:00:00+00:00", 100, 1, 1, 1); // after the range
    fixture.model = "of-tenant-b";
    fixture.insert(call(2), "tenant-b", "analyze", at, 100, 80, 8, 600);

    auto&             server = *fixture.server; // the fixture's type is of the unnamed namespace
    const std::string range  = "to=2026-04-03T00:00:00Z";
    const auto        names  = [&](const char* route, const std::string& api_key) {
        return texts(get_report(server, route + ("?" + range), api_key).at("models"), "model");
    };
    BOOST_TEST(names(usage_routes[0], key) == (std::vector<std::string>{"=small,model", "azure/gpt-5.4"}),
               boost::test_tools::per_element());
    for (const auto* route : {usage_routes[1], usage_routes[2]})
        BOOST_TEST(names(route, superuser_key) ==
                       (std::vector<std::string>{"azure/gpt-5.4", "of-tenant-b", "=small,model"}),
                   boost::test_tools::per_element());
    BOOST_TEST(names(usage_routes[0], superuser_key).empty());

    const auto table = [&](const std::string& route, const std::string& api_key) {
        return server
            .get(route + "?" + range + "&group_by=model",
                 {{"Authorization", "Bearer " + api_key}, {"Accept", "text/csv"}})
            .body;
    };
    const std::string head = "model,total_calls,failed_calls,total_cost_usd,input_tokens,output_tokens,unpriced_calls,"
                             "cached_tokens\r\n";
    BOOST_TEST(table(usage_routes[0], key) ==
               head + "\"'=small,model\",1,0,0.0005,20,2,0,0\r\nazure/gpt-5.4,2,1,0.0003,10,1,0,0\r\n");
    for (const auto* route : {usage_routes[1], usage_routes[2]})
        BOOST_TEST(table(route, superuser_key) ==
                   head + "azure/gpt-5.4,3,1,0.0007,50,5,0,0\r\nof-tenant-b,1,0,0.0006,80,8,0,0\r\n"
                          "\"'=small,model\",1,0,0.0005,20,2,0,0\r\n");
    const auto plain = get_report(server, "/v1/usage?" + range, key);
    BOOST_TEST((get_report(server, "/v1/usage?" + range + "&group_by=model", key) == plain)); // no series
}

BOOST_AUTO_TEST_CASE(the_cost_of_a_call_is_in_the_next_report)
{
    support::provider_stub provider;
    test_server            server{{{"LLM_MODEL", "openai/gpt-4.1"},
                                   {"LLM_API_BASE", provider.base()},
                                   {"LLM_API_KEY", "k"},
                                   {"LLM_ASK_SERVER", "false"}}};
    provider.respond_to("sensitivity",
                        stub_response::chat(R"({"sensitivity_types": [], "explanation": "x"})", 1'000, 200));

    BOOST_REQUIRE(
        server.post("/v1/detect-sensitive", R"({"feedback_record": {"id": "r", "content": "Thank you."}})").status ==
        200);
    BOOST_REQUIRE(server.post("/v1/detect-sensitive", R"({"feedback_record": {"id": "r", "content": ""}})").status ==
                  200);

    const auto own = get_report(server, "/v1/usage", key);
    BOOST_TEST(own.at("total_calls").as_int64() == 1); // the empty record made no model call
    BOOST_TEST(own.at("input_tokens").at("total").as_int64() == 1'000);
    BOOST_TEST(own.at("output_tokens").at("p95").as_double() == 200.0);
    const auto stored = std::stod(server.query("select cost_usd from llm_calls").at(0));
    BOOST_TEST(own.at("total_cost_usd").as_double() == stored);
    BOOST_TEST((own.at("operations").at(0).at("operation").as_string() == "detect_sensitive"));
    BOOST_TEST(get_report(server, "/v1/usage").at("total_calls").as_int64() == 0); // the superuser's own tenant
    BOOST_TEST(get_report(server, "/v1/usage/all/by-tenant").at("total").at("total_calls").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(key_and_access_are_checked_before_the_time_range)
{
    test_server server;
    for (const std::string route : usage_routes)
        for (const char* query : {"", "?from=x", "?from=2026-04-01", "?to=%00"}) BOOST_TEST_CONTEXT(route << query)
            {
                BOOST_TEST(server.get(route + query).status == 401);
                BOOST_TEST(get_usage(server, route + query, "no-such-key-0123456789").status == 401);
                const bool is_own = route == "/v1/usage";
                BOOST_TEST(get_usage(server, route + query, key).status == (!is_own ? 403 : *query == 0 ? 200 : 422));
                BOOST_TEST(get_usage(server, route + query).status == (*query == 0 ? 200 : 422));
            }
    BOOST_TEST(code_of(get_usage(server, usage_routes[1], key)) == "forbidden");
    BOOST_TEST(get_usage(server, "/v1/usage/all").status == 404);
    BOOST_TEST(server.post("/v1/usage", "{}").status == 405);
    BOOST_TEST(server.post("/v1/usage", "{}").field("allow") == "GET");
}

BOOST_AUTO_TEST_CASE(invalid_time_ranges_are_reported_as_documented)
{
    test_server server;
    const auto  error_for = [&](const std::string& query) {
        const auto response = get_usage(server, "/v1/usage" + query);
        BOOST_TEST(response.status == 422);
        auto error = error_of(response);
        error.erase("request_id");
        return json::serialize(error);
    };
    BOOST_TEST(
        error_for("?from=yesterday&to=1775001600") ==
        R"({"code":"validation_error","message":"Request validation failed","fields":[)"
        R"({"field":"from","issue":"Input should be a valid datetime"},{"field":"to","issue":"Input should be a valid datetime"}]})");
    BOOST_TEST(error_for("?from=2026-04-01") ==
               R"({"code":"validation_error","message":"'from' must be timezone-aware","fields":[)"
               R"({"field":"from","issue":"'from' must be timezone-aware"}]})");
    BOOST_TEST(error_for("?to=2026-04-01T00:00:00") ==
               R"({"code":"validation_error","message":"'to' must be timezone-aware","fields":[)"
               R"({"field":"to","issue":"'to' must be timezone-aware"}]})");
    BOOST_TEST(error_for("?from=2026-04-01T00:00Z&to=2026-04-01T02:00%2B02:00") ==
               R"({"code":"validation_error","message":"'to' must be strictly greater than 'from'","fields":[)"
               R"({"field":"to","issue":"'to' must be strictly greater than 'from'"}]})");
    BOOST_TEST(error_for("?group_by=week") ==
               R"({"code":"validation_error","message":"Request validation failed","fields":[)"
               R"({"field":"group_by","issue":"Input should be 'hour', 'day', 'month' or 'model'"}]})");
    BOOST_TEST(
        error_for("?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z&group_by=hour") ==
        R"({"code":"validation_error","message":"Request validation failed","fields":[)"
        R"({"field":"group_by","issue":"The window holds more than 1000 hours; a shorter one or a longer period is needed"}]})");
    for (const char* hostile :
         {"?group_by=", "?group_by=%00", "?group_by=day%00", "?group_by=%FF", "?from=", "?from=%FF", "?from=%00",
          "?to=2026-04-01T00:00:00Z%00", "?to=%27%3B--", "?from=[]", "?from=2026-04-01T00:00:00Z&from="})
        BOOST_TEST_CONTEXT(hostile) BOOST_TEST(get_usage(server, std::string{"/v1/usage"} + hostile).status == 422);
}

BOOST_AUTO_TEST_CASE(reports_are_503_while_the_database_is_unavailable)
{
    support::postgres_server   postgres;
    support::postgres_database database{postgres};
    test_server                server{{{"DB_URL", database.url()}}};
    for (const auto* route : usage_routes) BOOST_TEST(get_usage(server, route).status == 200);

    postgres.kill();
    for (const auto* route : usage_routes)
    {
        const auto response = get_usage(server, route);
        BOOST_TEST(response.status == 503);
        BOOST_TEST(code_of(response) == "usage_backend_unavailable");
        BOOST_TEST(error_of(response).at("message").as_string() == "Usage backend is temporarily unavailable");
        BOOST_TEST(error_of(response).size() == 3u); // no fields
    }
    BOOST_TEST(server.get("/v1/health").status == 200);

    postgres.start();
    for (const auto* route : usage_routes) BOOST_TEST(get_usage(server, route).status == 200);
    BOOST_TEST(server.process.output().find("postgresql://") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(failed_reports_are_logged_with_their_cause)
{
    test_server server;
    server.process.port();
    database_fixture::change(server.folder, "alter table llm_calls rename to elsewhere");
    for (const auto* route : usage_routes)
    {
        const auto response = get_usage(server, route);
        BOOST_TEST(response.status == 500);
        const auto id = std::string{error_of(response).at("request_id").as_string()};
        server.process.wait_for_output("\"event\":\"unexpected_error\",\"request_id\":\"" + id + "\",\"tenant\":\"");
        server.process.wait_for_output("\"error_class\":\"database other\"");
    }
    BOOST_TEST(server.process.output().find("elsewhere") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_document_has_the_three_routes)
{
    test_server                               server;
    const auto                                paths = json::parse(server.get("/openapi.json").body).at("paths");
    const std::pair<const char*, const char*> ids[]{{"/v1/usage", "usage"},
                                                    {"/v1/usage/all/by-tenant", "usage_all_by_tenant"},
                                                    {"/v1/usage/all/by-operation", "usage_all_by_operation"}};
    for (const auto& [path, id] : ids) BOOST_TEST_CONTEXT(path)
        {
            const auto& operation = paths.at(path).at("get");
            BOOST_TEST((operation.at("operationId").as_string() == id));
            BOOST_TEST((operation.at("tags").at(0).as_string() == "Usage Tracking"));
            BOOST_TEST(operation.at("description").as_string().find("failed_calls") != json::string::npos);
            BOOST_TEST(operation.at("responses").as_object().contains("503"));
            BOOST_TEST(operation.at("responses").as_object().contains("403") ==
                       (std::string_view{path} != "/v1/usage"));
            const auto& parameters = operation.at("parameters").as_array();
            BOOST_REQUIRE(parameters.size() == 3u);
            for (const auto& parameter : parameters) BOOST_TEST((parameter.at("in").as_string() == "query"));
            for (const std::size_t bound : {0, 1})
                BOOST_TEST((parameters.at(bound).at("schema").at("format").as_string() == "date-time"));
            BOOST_TEST((parameters.at(2).at("name").as_string() == "group_by"));
            const auto& content = operation.at("responses").at("200").at("content");
            BOOST_TEST((content.at("text/csv").at("schema").at("type").as_string() == "string"));
            BOOST_TEST(
                content.at("text/csv").at("example").as_string().starts_with("tenant_id,operation,total_calls,"));
        }
}

BOOST_DATA_TEST_CASE(a_bill_names_the_key_that_spent, boost::unit_test::data::make({false, true}), is_postgresql)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(sensitive_finding, 100, 10, "stub-model"));
    const support::temporary_directory        files;
    std::optional<support::postgres_database> database;
    if (is_postgresql) database.emplace();
    support::server_process::environment settings{
        {"MODEL_PRICES_PATH", files.file("prices.yaml", "models:\n  openai/stub-model:\n    input_usd_per_million: 3\n"
                                                        "    output_usd_per_million: 10\n")}};
    if (database) settings.insert({"DB_URL", database->url()});
    test_server server{provider_settings(provider, settings)};
    for (int n = 0; n != 3; ++n) BOOST_TEST(server.post(sensitive_path, sensitive_request).status == 200);
    BOOST_TEST(server.post(sensitive_path, sensitive_request, superuser_key).status == 200);
    const std::string time  = is_postgresql ? "to_char(min(timestamp) at time zone 'UTC', 'YYYY-MM')"
                                            : "strftime('%Y-%m', min(timestamp) / 1000000, 'unixepoch')";
    const auto        value = [&](const std::string& column) {
        const auto query = "select " + column + " from llm_calls";
        return (database ? database->query(query) : server.query(query)).at(0);
    };
    until("all rows are in the database", [&] { return value("count(*)") == "4"; }); // not in the outbox
    const auto month = value(time);

    const auto bill = get_report(server, "/v1/bills?month=" + month);
    BOOST_TEST(!bill.at("is_closed").as_bool());
    BOOST_TEST(bill.at("total_cost_usd").as_double() == 0.0016);
    const auto& lines = bill.at("lines").as_array();
    BOOST_REQUIRE(lines.size() == 2U);
    BOOST_TEST(texts(bill.at("lines"), "tenant_id") == (std::vector<std::string>{"ops", "tenant-a"}),
               boost::test_tools::per_element());
    BOOST_TEST(texts(bill.at("lines"), "key_id") == (std::vector<std::string>{"k-2", "k-1"}),
               boost::test_tools::per_element());
    BOOST_TEST(lines[1].at("total_calls").as_int64() == 3);
    BOOST_TEST(lines[1].at("total_cost_usd").as_double() == 0.0012);

    const auto table = server.get("/v1/bills?month=" + month,
                                  {{"Authorization", std::string{"Bearer "} + superuser_key}, {"Accept", "text/csv"}});
    BOOST_TEST(table.field("content-disposition") == "attachment; filename=\"bill.csv\"");
    BOOST_TEST(contains(table.body, "\r\n" + month + ",false,tenant-a," + month +
                                        ",false,stub-model,k-1,3,0,300,0,30,0,0.0012,0\r\n"),
               table.body);

    BOOST_TEST(code_of(get_usage(server, "/v1/bills?month=" + month, key)) == "forbidden");
    for (const std::string wrong :
         {"/v1/bills", "/v1/bills?month=", "/v1/bills?month=2026-13", "/v1/bills?month=2026-1"})
        BOOST_TEST(code_of(get_usage(server, wrong)) == "validation_error", wrong);
    const std::string deleted = "update usage_rollup_state set rows_from = 9000000000000000";
    if (database) database->query(deleted);
    else database_fixture::change(server.folder, deleted);
    const auto refused = get_usage(server, "/v1/bills?month=" + month);
    BOOST_TEST(refused.status == 422);
    BOOST_TEST(text(error_of(refused), "message") == "Usage rows of this month were deleted by USAGE_RETENTION_DAYS");
}

BOOST_AUTO_TEST_SUITE_END()
