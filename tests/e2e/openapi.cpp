#include "e2e/test_server.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

/// Calls `visit(path, method, operation)` for each operation of the document.
template <class See>
void each_operation(const json::value& document, See visit)
{
    for (const auto& [path, verbs] : document.at("paths").as_object())
        for (const auto& [verb, operation] : verbs.as_object())
            BOOST_TEST_CONTEXT(std::string{path} + " " + std::string{verb})
    visit(std::string{path}, std::string{verb}, operation);
}

/// The lowest status.
int success_of(const json::value& operation)
{
    int success = 0;
    for (const auto& [status, response] : operation.at("responses").as_object())
        if (const int number = std::stoi(std::string{status}); number < 300 && success == 0) success = number;
    return success;
}

/// Whether a request names a resource, in its path or in a header.
bool names_resource(const std::string& path) { return path.find('{') != path.npos || path == "/v1/idempotency-keys"; }

} // namespace

BOOST_AUTO_TEST_SUITE(openapi)

BOOST_AUTO_TEST_CASE(printed_document_equals_the_served_document)
{
    test_server server;
    const auto  served = server.get("/openapi.json");

    const auto [code, printed] = support::run_server(default_settings(server.folder), {"--print-openapi"});

    BOOST_TEST(code == 0);
    BOOST_TEST(served.field("content-type") == "application/json");
    BOOST_TEST((printed == served.body));
}

BOOST_AUTO_TEST_CASE(every_request_example_succeeds)
{
    test_server server;
    const auto  document = json::parse(server.get("/openapi.json").body);

    std::size_t sent = 0;
    each_operation(document, [&](const std::string& path, const std::string& verb, const json::value& operation) {
        if (names_resource(path)) return; // tests/e2e/jobs.cpp
        if (verb == "get")
        {
            const auto response = server.get(path + required_query(operation),
                                             {{"Authorization", std::string{"Bearer "} + superuser_key}});
            BOOST_TEST(response.status == 200, path << ": " << response.body);
            return;
        }
        const auto& body     = operation.at("requestBody").at("content").at("application/json").as_object();
        const auto& examples = body.at("examples").as_object();
        BOOST_TEST(!examples.empty());
        for (const auto& [name, example] : examples)
        {
            const auto response = server.post(path, json::serialize(example.at("value")), superuser_key);
            if (path == "/v1/translate-themes") // the built-in model does not translate
            {
                BOOST_TEST(code_of(response) == "translation_unavailable");
                continue;
            }
            BOOST_TEST(response.status == success_of(operation), name << ": " << response.body);
            ++sent;
        }
    });
    BOOST_TEST(sent >= 5u);
}

BOOST_AUTO_TEST_CASE(every_success_has_an_example_without_empty_texts)
{
    test_server server;
    const auto  document = json::parse(server.get("/openapi.json").body);

    each_operation(document, [&](const auto&, const auto&, const json::value& operation) {
        const auto& success = operation.at("responses").at(std::to_string(success_of(operation)));
        const auto  example = json::serialize(success.at("content").as_object().begin()->value().at("example"));
        BOOST_TEST(example.size() > 10U);
        BOOST_TEST(example.find(R"(:"")") == std::string::npos, example);
    });
}

BOOST_AUTO_TEST_CASE(operation_ids_match_the_reference)
{
    test_server server;
    const auto  document = json::parse(server.get("/openapi.json").body);

    std::set<std::string> ids;
    each_operation(document, [&](const auto&, const auto&, const json::value& operation) {
        ids.insert(json::value_to<std::string>(operation.at("operationId")));
    });
    for (const auto* id : {"analyze_bulk", "summarize_bulk", "summarize", "assign_codes", "coding_agreement",
                           "detect_sensitive", "detect_sensitive_bulk", "suggest_codes", "translate_themes", "health"})
        BOOST_TEST(ids.contains(id), id);
}

BOOST_AUTO_TEST_CASE(every_operation_documents_its_key_and_headers)
{
    test_server server;
    const auto  document = json::parse(server.get("/openapi.json").body);

    each_operation(document, [&](const std::string& path, const auto&, const json::value& operation) {
        const auto& responses = operation.at("responses").as_object();
        BOOST_TEST(responses.contains("401") == (path != "/v1/health"));
        BOOST_TEST(responses.contains("404") == names_resource(path));
        BOOST_TEST(!responses.contains("405"));
        BOOST_TEST(!json::value_to<std::string>(operation.at("description")).empty());
        for (const auto& [status, listed] : responses)
        {
            const auto& response = resolved(document, listed);
            BOOST_TEST(response.at("headers").as_object().contains("X-Request-ID"), status);
            BOOST_TEST(response.at("headers").as_object().contains("X-Key-Access") ==
                           (path != "/v1/health" && status.starts_with("2")),
                       status);
            const auto codes        = codes_of(status, response);
            const bool advises_wait = status == "202" || status == "429" || status == "502" || status == "503" ||
                                      std::find(codes.begin(), codes.end(), "unfinished") != codes.end();
            BOOST_TEST(response.at("headers").as_object().contains("Retry-After") == advises_wait, status);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
