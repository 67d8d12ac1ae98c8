#include "tracing/otlp.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <vector>

using namespace verbatim::core;
using namespace verbatim::core::tracing;
using namespace std::chrono_literals;
using exchange_status = http_client::response::exchange_status;

namespace {

span server_span()
{
    return {.trace  = {0x0a, 0xf7, 0x65, 0x19, 0x16, 0xcd, 0x43, 0xdd, 0x84, 0x48, 0xeb, 0x21, 0x1c, 0x80, 0x31, 0x9c},
            .id     = {0xb7, 0xad, 0x6b, 0x71, 0x69, 0x20, 0x33, 0x31},
            .parent = {0, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7},
            .has_remote_parent = true,
            .trace_state       = "a=1",
            .name              = "POST /v1/hello",
            .kind              = span_kind::server,
            .start             = nanosecond_time{1'790'000'000'123'456'789ns},
            .end               = nanosecond_time{1'790'000'001'000'000'001ns},
            .attributes        = {{"text", std::string{"\"<é>\n"}},
                                  {"count", std::int64_t{9'007'199'254'740'993}},
                                  {"share", 0.5},
                                  {"flag", true},
                                  {"list", std::vector<std::string>{"a", "b"}}},
            .failed            = true};
}

http_client::response response_with(int status, std::optional<std::chrono::seconds> retry_after = {})
{
    return {.exchange = exchange_status::completed, .status = status, .retry_after = retry_after, .body = {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(otlp)

BOOST_AUTO_TEST_CASE(a_batch_has_the_json_form_of_the_protocol)
{
    const span root{.trace = server_span().trace, .id = {1}, .name = "chat gpt", .kind = span_kind::client};
    const auto body = export_request({{"service.name", "verbatim"}}, "1.2.3", std::vector{server_span(), root});

    // Ids are hexadecimal, 64-bit integers are text, enumerations are numbers.
    const auto expected = boost::json::parse(R"({"resourceSpans": [{
        "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "verbatim"}}]},
        "scopeSpans": [{
            "scope": {"name": "verbatim", "version": "1.2.3"},
            "spans": [{
                "traceId": "0af7651916cd43dd8448eb211c80319c",
                "spanId": "b7ad6b7169203331",
                "traceState": "a=1",
                "parentSpanId": "00f067aa0ba902b7",
                "flags": 769,
                "name": "POST /v1/hello",
                "kind": 2,
                "startTimeUnixNano": "1790000000123456789",
                "endTimeUnixNano": "1790000001000000001",
                "attributes": [
                    {"key": "text", "value": {"stringValue": "\"<é>\n"}},
                    {"key": "count", "value": {"intValue": "9007199254740993"}},
                    {"key": "share", "value": {"doubleValue": 0.5}},
                    {"key": "flag", "value": {"boolValue": true}},
                    {"key": "list", "value": {"arrayValue": {"values": [{"stringValue": "a"}, {"stringValue": "b"}]}}}
                ],
                "status": {"code": 2}
            }, {
                "traceId": "0af7651916cd43dd8448eb211c80319c",
                "spanId": "0100000000000000",
                "flags": 257,
                "name": "chat gpt",
                "kind": 3,
                "startTimeUnixNano": "0",
                "endTimeUnixNano": "0",
                "attributes": [],
                "status": {}
            }]
        }]
    }]})");
    BOOST_TEST((boost::json::parse(body) == expected), body);
}

BOOST_AUTO_TEST_CASE(rejected_spans_are_read_from_partial_success)
{
    BOOST_TEST(rejected_spans("", 9) == 0U);
    BOOST_TEST(rejected_spans("{}", 9) == 0U);
    BOOST_TEST(rejected_spans("[]", 9) == 0U);
    BOOST_TEST(rejected_spans("not JSON", 9) == 0U);
    BOOST_TEST(rejected_spans(R"({"partialSuccess": {}})", 9) == 0U);
    BOOST_TEST(rejected_spans(R"({"partialSuccess": {"rejectedSpans": "3", "errorMessage": "x"}})", 9) == 3U);
    BOOST_TEST(rejected_spans(R"({"partialSuccess": {"rejectedSpans": 3}})", 9) == 3U);
    BOOST_TEST(rejected_spans(R"({"partialSuccess": {"rejectedSpans": "99999999999999999999"}})", 9) == 0U);
    BOOST_TEST(rejected_spans(R"({"partialSuccess": {"rejectedSpans": 99}})", 9) == 9U);
    for (const auto* count : {"-1", "0.5", "null", "true", "[]"})
        BOOST_TEST(rejected_spans(R"({"partialSuccess": {"rejectedSpans": )" + std::string{count} + "}}", 9) == 0U,
                   count);
}

BOOST_AUTO_TEST_CASE(only_the_statuses_of_the_protocol_are_retried)
{
    for (const int status : {429, 502, 503, 504})
        BOOST_TEST(retry_wait(response_with(status), 0, 0).has_value(), status);
    for (const int status : {200, 204, 301, 400, 401, 404, 413, 500, 501})
        BOOST_TEST(!retry_wait(response_with(status), 0, 0), status);
    using enum exchange_status;
    for (const auto outcome : {unresolved, not_connected, disconnected})
        BOOST_TEST(retry_wait({.exchange = outcome}, 0, 0).has_value(), static_cast<int>(outcome));
    for (const auto outcome : {timed_out, tls_failed, untrusted, too_large, failed})
        BOOST_TEST(!retry_wait({.exchange = outcome}, 0, 0), static_cast<int>(outcome));
}

BOOST_AUTO_TEST_CASE(waits_grow_have_jitter_and_end)
{
    BOOST_TEST((retry_wait(response_with(503), 0, 0) == 500ms));
    BOOST_TEST((retry_wait(response_with(503), 0, 1) == 1000ms));
    BOOST_TEST((retry_wait(response_with(503), 3, 1) == 8000ms));
    BOOST_TEST(!retry_wait(response_with(503), 4, 0));
}

BOOST_AUTO_TEST_CASE(the_collectors_wait_is_respected_within_bounds)
{
    BOOST_TEST((retry_wait(response_with(429, 7s), 0, 0) == 7s));
    BOOST_TEST((retry_wait(response_with(429, 1s), 3, 0) == 4s));
    BOOST_TEST((retry_wait(response_with(429, 3600s), 0, 0) == 30s));
}

BOOST_AUTO_TEST_SUITE_END()
