#include "gateway/static_response.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace verbatim::core;

namespace {

std::shared_ptr<const std::string> bytes(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

http::static_resource script()
{
    return {.path         = "/docs/start.js",
            .content_type = "text/javascript",
            .body         = [] { return bytes("plain"); },
            .headers      = {{"Cache-Control", "no-cache"}},
            .version      = "v1",
            .encodings    = {{"br", bytes("brotli")}, {"gzip", bytes("gzipped")}}};
}

http::request_head get(std::string_view accept_encoding, std::string_view if_none_match = {})
{
    http::request_head head;
    head.method          = "GET";
    head.accept_encoding = accept_encoding;
    head.if_none_match   = if_none_match;
    return head;
}

std::string header(const http::response& response, std::string_view name)
{
    const auto position = std::find_if(response.headers.begin(), response.headers.end(),
                                       [&](const auto& field) { return field.first == name; });
    return position == response.headers.end() ? std::string{} : position->second;
}

} // namespace

BOOST_AUTO_TEST_SUITE(static_response_)

BOOST_AUTO_TEST_CASE(a_client_gets_its_preferred_encoding)
{
    struct sample
    {
        const char* accepted;
        const char* body;
    };
    for (const auto& [accepted, body] :
         {sample{"gzip, deflate, br, zstd", "brotli"}, sample{"gzip", "gzipped"}, sample{"GZIP", "gzipped"},
          sample{"br;q=0.5, gzip;q=0.8", "gzipped"}, sample{"br; q=0, gzip ; q=0.1", "gzipped"}, sample{"*", "brotli"},
          sample{"br;q=0, *;q=0.5", "gzipped"}, sample{"*;q=0", "plain"}, sample{"gzip;q=", "plain"},
          sample{"identity", "plain"}, sample{"gzipped", "plain"}, sample{"", "plain"}, sample{",,;q=1,", "plain"},
          sample{"gzip;level=1;Q=0", "plain"}})
        BOOST_TEST(*gateway::static_response(script(), get(accepted)).shared_body == body, accepted);
}

BOOST_AUTO_TEST_CASE(encodings_are_declared_in_vary_and_have_their_own_etag)
{
    const auto plain = gateway::static_response(script(), get("")),
               coded = gateway::static_response(script(), get("br"));

    BOOST_TEST(header(plain, "Vary") == "Accept-Encoding");
    BOOST_TEST(header(plain, "Content-Encoding").empty());
    BOOST_TEST(header(plain, "ETag") == R"("v1")");
    BOOST_TEST(header(coded, "Content-Encoding") == "br");
    BOOST_TEST(header(coded, "ETag") == R"("v1-br")");
    BOOST_TEST(header(coded, "Cache-Control") == "no-cache");
}

BOOST_AUTO_TEST_CASE(a_client_with_the_current_version_gets_304)
{
    for (const auto* if_none_match : {R"("v1")", R"(W/"v1")", R"("v0" , "v1")", "*"})
    {
        const auto response = gateway::static_response(script(), get("", if_none_match));
        BOOST_TEST(response.status == 304, if_none_match);
        BOOST_TEST(!response.shared_body, if_none_match);
        BOOST_TEST(header(response, "ETag") == R"("v1")", if_none_match);
    }
    for (const auto* if_none_match : {R"("v0")", "v1", R"("v1-br")", "", ",", R"("v1)"})
        BOOST_TEST(gateway::static_response(script(), get("", if_none_match)).status == 200, if_none_match);
    BOOST_TEST(gateway::static_response(script(), get("gzip", R"("v1")")).status == 200);
}

BOOST_AUTO_TEST_CASE(a_body_is_only_made_for_a_client_that_gets_it)
{
    int  calls    = 0;
    auto resource = script();
    resource.body = [&] { return ++calls, bytes("plain"); };

    gateway::static_response(resource, get("gzip"));
    gateway::static_response(resource, get("", R"("v1")"));
    BOOST_TEST(calls == 0);
    gateway::static_response(resource, get(""));
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(a_resource_without_a_version_is_always_sent)
{
    auto health    = script();
    health.version = {};

    const auto response = gateway::static_response(health, get("br", "*"));

    BOOST_TEST(response.status == 200);
    BOOST_TEST(*response.shared_body == "plain");
    BOOST_TEST(header(response, "ETag").empty());
}

BOOST_AUTO_TEST_CASE(head_gets_the_same_response_without_the_body)
{
    auto head   = get("gzip");
    head.method = "HEAD";

    const auto response = gateway::static_response(script(), head);

    BOOST_TEST(response.head_only);
    BOOST_TEST(*response.shared_body == "gzipped");
}

BOOST_AUTO_TEST_SUITE_END()
