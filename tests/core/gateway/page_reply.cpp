#include "gateway/page_reply.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace verbatim::core;

namespace {

std::shared_ptr<const std::string> bytes(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

http::page script()
{
    return {.path         = "/docs/start.js",
            .content_type = "text/javascript",
            .body         = bytes("plain"),
            .headers      = {{"Cache-Control", "no-cache"}},
            .version      = "v1",
            .also         = {{"br", bytes("brotli")}, {"gzip", bytes("gzipped")}}};
}

http::request_head get(std::string_view accept_encoding, std::string_view if_none_match = {})
{
    http::request_head asked;
    asked.method          = "GET";
    asked.accept_encoding = accept_encoding;
    asked.if_none_match   = if_none_match;
    return asked;
}

std::string header(const http::response& of, std::string_view name)
{
    const auto found =
        std::find_if(of.headers.begin(), of.headers.end(), [&](const auto& one) { return one.first == name; });
    return found == of.headers.end() ? std::string{} : found->second;
}

} // namespace

BOOST_AUTO_TEST_SUITE(page_reply)

BOOST_AUTO_TEST_CASE(a_client_gets_the_coding_that_it_likes_best)
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
        BOOST_TEST(*gateway::page_reply(script(), get(accepted)).shared_body == body, accepted);
}

BOOST_AUTO_TEST_CASE(what_varies_says_so_and_each_coding_has_its_own_tag)
{
    const auto plain = gateway::page_reply(script(), get("")), coded = gateway::page_reply(script(), get("br"));

    BOOST_TEST(header(plain, "Vary") == "Accept-Encoding");
    BOOST_TEST(header(plain, "Content-Encoding").empty());
    BOOST_TEST(header(plain, "ETag") == R"("v1")");
    BOOST_TEST(header(coded, "Content-Encoding") == "br");
    BOOST_TEST(header(coded, "ETag") == R"("v1-br")");
    BOOST_TEST(header(coded, "Cache-Control") == "no-cache");
}

BOOST_AUTO_TEST_CASE(a_client_that_has_these_bytes_is_told_so)
{
    for (const auto* known : {R"("v1")", R"(W/"v1")", R"("v0" , "v1")", "*"})
    {
        const auto reply = gateway::page_reply(script(), get("", known));
        BOOST_TEST(reply.status == 304, known);
        BOOST_TEST(!reply.shared_body, known);
        BOOST_TEST(header(reply, "ETag") == R"("v1")", known);
    }
    for (const auto* known : {R"("v0")", "v1", R"("v1-br")", "", ",", R"("v1)"})
        BOOST_TEST(gateway::page_reply(script(), get("", known)).status == 200, known);
    BOOST_TEST(gateway::page_reply(script(), get("gzip", R"("v1")")).status == 200);
}

BOOST_AUTO_TEST_CASE(a_page_without_a_version_is_always_sent)
{
    auto health    = script();
    health.version = {};

    const auto reply = gateway::page_reply(health, get("br", "*"));

    BOOST_TEST(reply.status == 200);
    BOOST_TEST(*reply.shared_body == "plain");
    BOOST_TEST(header(reply, "ETag").empty());
}

BOOST_AUTO_TEST_CASE(head_is_answered_alike_but_for_the_bytes)
{
    auto asked   = get("gzip");
    asked.method = "HEAD";

    const auto reply = gateway::page_reply(script(), asked);

    BOOST_TEST(reply.head_only);
    BOOST_TEST(*reply.shared_body == "gzipped");
}

BOOST_AUTO_TEST_SUITE_END()
