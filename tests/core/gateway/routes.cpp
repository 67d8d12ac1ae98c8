#include "gateway/routes.hpp"

#include "gateway/request_steps.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core;
namespace sdk = verbatim::sdk;

namespace {

struct nothing
{};
[[maybe_unused]] void declare(sdk::schema_builder& schema, nothing&) { schema.name("Nothing", "No members."); }

const sdk::declared_error too_late{.code = "too_late", .status = 409, .message = "It is too late."};
const sdk::declared_error too_early{.code = "too_early", .status = 425, .message = "It is too early."};

struct silent_operation final : sdk::typed_operation<nothing, nothing>
{
    sdk::descriptor describe() const override
    {
        return {.name = "thing", .path = "/v1/thing", .errors = {sdk::errc::conflict, too_late}};
    }
    sdk::task<nothing> run(sdk::call&, const nothing&) const override { co_return nothing{}; }
};

sdk::task<http::response> respond_silently(const gateway::resource_request&) { co_return http::response{}; }

struct routes_fixture
{
    routes_fixture()
    {
        routes.add(thing.definition(), thing);
        for (const auto* path : {"/v1/items", "/v1/items/{item_id}", "/v1/items/{item_id}/part"})
            routes.add({.name = "item", .verb = "GET", .path = path, .request = sdk::type_of<nothing>()},
                       respond_silently);
        routes.add(http::static_resource{
            .path = "/v1/health", .content_type = "application/json", .body = {}, .headers = {}, .allows_head = false});
        routes.add(http::static_resource{
            .path = "/docs", .content_type = "text/html", .body = {}, .headers = {}, .allows_head = true});
    }

    silent_operation thing;
    gateway::routes  routes;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(routes_, routes_fixture)

BOOST_AUTO_TEST_CASE(a_known_path_is_found_with_and_without_a_trailing_slash)
{
    BOOST_TEST((routes.find("POST", "/v1/thing").operation->operation == &thing));
    BOOST_TEST((routes.find("POST", "/v1/thing/").operation->operation == &thing));
    BOOST_TEST((routes.find("GET", "/v1/health").resource != nullptr));
}

BOOST_AUTO_TEST_CASE(a_variable_segment_matches_one_segment)
{
    struct sample
    {
        const char *path, *route, *id;
    };
    for (const auto& [path, route, id] :
         {sample{"/v1/items", "/v1/items", ""}, sample{"/v1/items/", "/v1/items", ""},
          sample{"/v1/items/7", "/v1/items/{item_id}", "7"}, sample{"/v1/items/7/", "/v1/items/{item_id}", "7"},
          sample{"/v1/items/7/part", "/v1/items/{item_id}/part", "7"},
          sample{"/v1/items/part", "/v1/items/{item_id}", "part"}})
        BOOST_TEST_CONTEXT(path)
        {
            const auto match = routes.find("GET", path);
            BOOST_REQUIRE(match.operation != nullptr);
            BOOST_TEST(match.operation->descriptor.path == route);
            BOOST_TEST(match.id == id);
            BOOST_TEST(routes.find("PUT", path).path_known);
        }
    for (const auto* path : {"/v1/items//part", "/v1/items/7/8", "/v1/items/7/part/8", "/v1/items//", "/v1/item/7"})
        BOOST_TEST(!routes.find("GET", path).path_known, path);
}

BOOST_AUTO_TEST_CASE(a_route_of_a_skipped_plugin_is_unavailable_unless_another_serves_it)
{
    routes.add_unavailable("POST", "/v1/skipped");
    routes.add_unavailable("GET", "/v1/thing");
    routes.add_unavailable("POST", "/v1/thing");
    routes.add_unavailable("GET", "/docs");

    BOOST_TEST(routes.find("POST", "/v1/skipped").is_unavailable);
    BOOST_TEST(routes.find("POST", "/v1/skipped/").is_unavailable);
    BOOST_TEST(!routes.find("GET", "/v1/skipped").is_unavailable);
    BOOST_TEST(routes.find("GET", "/v1/skipped").allowed == "POST");
    BOOST_TEST(!routes.find("POST", "/v1/thing").is_unavailable);
    BOOST_TEST((routes.find("POST", "/v1/thing").operation->operation == &thing));
    BOOST_TEST(routes.find("GET", "/v1/thing").is_unavailable);
    BOOST_TEST((routes.find("GET", "/docs").resource != nullptr));
}

BOOST_AUTO_TEST_CASE(an_unknown_path_is_unknown_for_every_method)
{
    for (const auto* path : {"/", "", "/v1/thing//", "/v1/things", "/V1/thing", "/v1/thing/x", "/v1/analyze", "*"})
        BOOST_TEST(!routes.find("POST", path).path_known, path);
}

BOOST_AUTO_TEST_CASE(a_wrong_method_gets_the_allowed_methods)
{
    const auto of_operation = routes.find("GET", "/v1/thing");
    BOOST_TEST(of_operation.path_known);
    BOOST_TEST(!of_operation.operation);
    BOOST_TEST(of_operation.allowed == "POST");

    BOOST_TEST(routes.find("POST", "/v1/health").allowed == "GET");
    BOOST_TEST(routes.find("post", "/v1/thing").allowed == "POST");
    BOOST_TEST(routes.find("DELETE", "/docs").allowed == "GET, HEAD");
}

BOOST_AUTO_TEST_CASE(head_is_allowed_for_pages_and_not_for_health)
{
    BOOST_TEST((routes.find("HEAD", "/docs").resource != nullptr));
    BOOST_TEST(!routes.find("HEAD", "/v1/health").resource);
}

BOOST_AUTO_TEST_CASE(an_operation_fails_only_with_errors_of_its_verb_access_and_descriptor)
{
    const auto& endpoint = *routes.find("POST", "/v1/thing").operation;

    BOOST_TEST(endpoint.may_fail_with(sdk::error{sdk::errc::conflict}));
    BOOST_TEST(endpoint.may_fail_with(sdk::error{sdk::errc::payload_too_large}));
    BOOST_TEST(endpoint.may_fail_with(sdk::error{too_late}));
    BOOST_TEST(!endpoint.may_fail_with(sdk::error{too_early}));
    BOOST_TEST(!endpoint.may_fail_with(sdk::error{sdk::errc::not_found}));
    BOOST_TEST(!endpoint.may_fail_with(sdk::error{sdk::errc::llm_timeout})); // it has no usage label
}

BOOST_AUTO_TEST_CASE(a_query_parameter_is_decoded_and_the_last_one_wins)
{
    using gateway::query_parameter;

    BOOST_TEST(query_parameter("from=2026-01-01T00%3A00%3A00%2B01:00&to=x", "from").value() ==
               "2026-01-01T00:00:00+01:00");
    BOOST_TEST(query_parameter("a=1&a=2", "a").value() == "2");
    BOOST_TEST(query_parameter("a=b+c", "a").value() == "b c");
    BOOST_TEST(query_parameter("a", "a").value().empty());
    BOOST_TEST(query_parameter("a=%zz%4", "a").value() == "%zz%4");
    BOOST_TEST(query_parameter("%61=1", "a").value() == "1");
    BOOST_TEST(!query_parameter("", "a").has_value());
    BOOST_TEST(!query_parameter("&&=&b=1&", "a").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
