#include "plugin_http/outgoing_request.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;

namespace {

sdk::http_request request_with(const std::function<void(sdk::http_request&)>& change)
{
    sdk::http_request request;
    request.origin = "https://geo.example.org";
    change(request);
    return request;
}

bool share(std::vector<std::string> values, const std::vector<std::string_view>& texts)
{
    return sdk::holds_text(request_with([&](auto& request) { request.segments = std::move(values); }), texts);
}

} // namespace

BOOST_AUTO_TEST_SUITE(outgoing_request)

BOOST_AUTO_TEST_CASE(parts_of_a_url_cannot_leave_their_place)
{
    BOOST_TEST(plugin_http::url_of(request_with([](auto&) {})) == "https://geo.example.org/");
    BOOST_TEST(plugin_http::url_of(request_with([](auto& request) {
                   request.path     = "/v1/places/";
                   request.segments = {"a/b", "?x#y", "é"};
                   request.query    = {{"q", "1&2=3"}, {"lang", "en us"}};
               })) == "https://geo.example.org/v1/places/a%2Fb/%3Fx%23y/%C3%A9?q=1%262%3D3&lang=en%20us");
}

BOOST_AUTO_TEST_CASE(an_empty_header_is_sent)
{
    const auto                     request = request_with([](auto& message) {
        message.headers = {{"X-Key", "a b"}, {"X-Empty", ""}, {"X-Blank", " "}};
    });
    const std::vector<std::string> lines{"X-Key: a b", "X-Empty;", "X-Blank;"};
    BOOST_TEST(plugin_http::header_lines(request) == lines, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_broken_rule_is_named)
{
    const struct
    {
        std::string_view                        problem;
        std::function<void(sdk::http_request&)> change;
    } cases[]{
        {"",
         [](auto& request) {
             request.headers = {{"Authorization", "Bearer a b"}, {"X-Key", ""}};
         }},
        {"path", [](auto& request) { request.path = "v1"; }},
        {"path", [](auto& request) { request.path = "/v1?x=1"; }},
        {"path", [](auto& request) { request.path = "/v 1"; }},
        {"path", [](auto& request) { request.segments = {".."}; }},
        {"path",
         [](auto& request) {
             request.segments = {"a", "."};
         }},
        {"path", [](auto& request) { request.segments = {""}; }},
        {"query",
         [](auto& request) {
             request.query = {{"", "x"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"Host", "other.example"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"content-LENGTH", "1"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"Proxy-Authorization", "x"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"X: y\r\nZ", "x"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"X", "a\r\nHost: other.example"}};
         }},
        {"header",
         [](auto& request) {
             request.headers = {{"X", "é"}};
         }},
        {"header", [](auto& request) { request.content_type = "text/csv\n"; }},
        {"size",
         [](auto& request) {
             request.headers = {{"X", std::string(17'000, 'x')}};
         }},
        {"size", [](auto& request) { request.segments = {std::string(9'000, 'x')}; }},
        {"size",
         [](auto& request) {
             request.query = {{"q", std::string(3'000, ' ')}};
         }},
        {"size", [](auto& request) { request.body.assign(plugin_http::max_body_bytes + 1, 'x'); }},
    };
    for (const auto& [problem, change] : cases) BOOST_TEST(plugin_http::problem_of(request_with(change)) == problem);
}

BOOST_AUTO_TEST_CASE(a_run_of_eight_bytes_is_text_of_a_record)
{
    const std::vector<std::string_view> texts{"", "Short", "Call Amina Diallo: +31 6 1234-5678, at the Клиника!"};
    for (const auto* value :
         {"amina diallo", "AMINA.DIALLO", "aminadia", "x31612345678y", "12345678", "callamin!", "Клиника"})
        BOOST_TEST(share({value}, texts), value);
    BOOST_TEST(share({"en", "diallo 31 61"}, texts));
    for (const auto* value : {"", "Amina", "1234567", "Diallo", "Short", "unrelated words"})
        BOOST_TEST(!share({value}, texts), value);
    BOOST_TEST(!share({"amin", "adia"}, texts)); // values are compared one by one
    BOOST_TEST(!share({"shortcall"}, texts));    // and so are texts
    BOOST_TEST(!share({}, texts));
}

BOOST_AUTO_TEST_SUITE_END()
