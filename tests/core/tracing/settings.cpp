#include "tracing/settings.hpp"

#include "tracing/otlp.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::tracing;

namespace {

settings with_endpoint(std::string endpoint = "https://collector.example:4318/base/")
{
    settings s;
    s.endpoint = std::move(endpoint);
    return s;
}

std::map<std::string, std::string> resource(const settings& s)
{
    const auto values = resource_of(s, "1.2.3");
    return {values.begin(), values.end()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(tracing_settings)

BOOST_AUTO_TEST_CASE(tracing_is_off_unless_an_endpoint_is_set)
{
    BOOST_TEST(!is_enabled(settings{}));
    BOOST_TEST(is_enabled(with_endpoint()));
    settings traces_only;
    traces_only.traces_endpoint = "http://127.0.0.1/spans";
    BOOST_TEST(is_enabled(traces_only));

    auto disabled     = with_endpoint();
    disabled.disabled = true;
    BOOST_TEST(!is_enabled(disabled));
    auto none     = with_endpoint();
    none.exporter = exporter_kind::none;
    BOOST_TEST(!is_enabled(none));
}

BOOST_AUTO_TEST_CASE(the_path_is_added_to_the_base_url_only)
{
    auto s = with_endpoint();
    BOOST_TEST(endpoint_of(s) == "https://collector.example:4318/base/v1/traces");
    s.traces_endpoint = "http://127.0.0.1/spans/";
    BOOST_TEST(endpoint_of(s) == "http://127.0.0.1/spans/");
}

BOOST_AUTO_TEST_CASE(headers_are_decoded_and_those_for_traces_win)
{
    auto s    = with_endpoint();
    s.headers = sdk::secret{"authorization=Bearer%20a%3Db , x-scope = t1,"};
    BOOST_TEST(header_lines(s) == (std::vector<std::string>{"authorization: Bearer a=b", "x-scope: t1"}),
               boost::test_tools::per_element());
    s.traces_headers = sdk::secret{"api-key=k"};
    BOOST_TEST(header_lines(s) == std::vector<std::string>{"api-key: k"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(wrong_lists_are_problems_that_do_not_show_their_values)
{
    for (const auto* text : {"secret", "=secret", "a=%4", "a=%zz", "a=%0d%0asecret: x", "a=%ff", "a b=secret", "a:=s"})
    {
        auto s         = with_endpoint();
        s.headers      = sdk::secret{text};
        const auto all = problems(s);
        BOOST_REQUIRE_MESSAGE(all.size() == 1U, text);
        BOOST_TEST(to_string(all.front()) ==
                   "OTEL_EXPORTER_OTLP_HEADERS: is not a list of headers; use NAME=VALUE,NAME=VALUE");
    }
    auto s                = with_endpoint();
    s.resource_attributes = "a";
    BOOST_REQUIRE(problems(s).size() == 1U);
    BOOST_TEST(problems(s).front().setting == "OTEL_RESOURCE_ATTRIBUTES");
}

BOOST_AUTO_TEST_CASE(wrong_endpoints_are_problems)
{
    for (const auto* url : {"collector:4318", "grpc://collector", "http://", "http://user:word@host", "http://h/?a",
                            "http://h/#a", "http://a b"})
    {
        BOOST_REQUIRE_MESSAGE(problems(with_endpoint(url)).size() == 1U, url);
        BOOST_TEST(problems(with_endpoint(url)).front().setting == "OTEL_EXPORTER_OTLP_ENDPOINT");
    }
    auto s     = with_endpoint("collector:4318");
    s.disabled = true;
    BOOST_TEST(problems(s).empty());
}

BOOST_AUTO_TEST_CASE(unencrypted_headers_are_a_warning)
{
    auto s    = with_endpoint("http://collector.example:4318");
    s.headers = sdk::secret{"api-key=k"};
    BOOST_REQUIRE(warnings(s).size() == 1U);
    BOOST_TEST(warnings(s).front().setting == "OTEL_EXPORTER_OTLP_HEADERS");
    s.endpoint = "http://127.0.0.1:4318";
    BOOST_TEST(warnings(s).empty());
    s.endpoint = "https://collector.example:4318";
    BOOST_TEST(warnings(s).empty());
}

BOOST_AUTO_TEST_CASE(the_resource_names_the_service)
{
    auto s = with_endpoint();
    BOOST_TEST(resource(s).at("service.name") == "verbatim");
    BOOST_TEST(resource(s).at("service.version") == "1.2.3");
    s.resource_attributes = "service.name=a,deployment.environment.name=pro%2Cd";
    BOOST_TEST(resource(s).at("service.name") == "a");
    BOOST_TEST(resource(s).at("deployment.environment.name") == "pro,d");
    s.service_name = "b";
    BOOST_TEST(resource(s).at("service.name") == "b");
}

BOOST_AUTO_TEST_SUITE_END()
