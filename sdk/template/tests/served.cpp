#define BOOST_TEST_MODULE hello_served
#include "verbatim/testing/test_server.hpp"

#include <boost/test/unit_test.hpp>

namespace testing = verbatim::testing;

namespace {

/// A server with this plugin and the built-in model.
struct fixture
{
    testing::test_server server{VERBATIMD, {{"PLUGINS_DIR", PLUGINS_DIR}}};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(served, fixture)

BOOST_AUTO_TEST_CASE(a_request_gets_a_response)
{
    const auto response =
        server.post("/v1/hello", R"({"feedback_record": {"id": "F-1", "content": "Amina is in danger."}})");
    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.body == R"({"id":"F-1","urgency":"HOURS","reason":"The text holds the word danger."})");
}

BOOST_AUTO_TEST_CASE(an_invalid_request_is_refused) { BOOST_TEST(server.post("/v1/hello", "{}").status == 422); }

BOOST_AUTO_TEST_SUITE_END()
