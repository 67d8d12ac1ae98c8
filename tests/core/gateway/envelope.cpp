#include "gateway/envelope.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

using namespace verbatim::core;
namespace sdk  = verbatim::sdk;
namespace json = boost::json;

namespace {

std::string header(const http::response& response, std::string_view name)
{
    const auto position = std::find_if(response.headers.begin(), response.headers.end(),
                                       [&](const auto& field) { return field.first == name; });
    return position == response.headers.end() ? "" : position->second;
}

} // namespace

BOOST_AUTO_TEST_SUITE(envelope_)

BOOST_AUTO_TEST_CASE(every_code_has_its_documented_status_and_message)
{
    struct row
    {
        sdk::errc        code;
        int              status;
        std::string_view name, message;
    };
    using enum sdk::errc;
    const row rows[]{
        {bad_request, 400, "bad_request", "The request is not valid HTTP"},
        {authentication_required, 401, "authentication_required",
         "A valid API key is required. Provide it as: Authorization: Bearer <key>"},
        {forbidden, 403, "forbidden", "Superuser access required"},
        {not_found, 404, "not_found", "Not found"},
        {method_not_allowed, 405, "method_not_allowed", "Method not allowed"},
        {request_timeout, 408, "request_timeout", "The request was not received in time"},
        {conflict, 409, "conflict", "Key already exists"},
        {payload_too_large, 413, "payload_too_large", "Request body too large"},
        {json_invalid, 422, "json_invalid", "Request body is not valid JSON"},
        {validation_error, 422, "validation_error", "Request validation failed"},
        {prompt_injection_detected, 422, "prompt_injection_detected",
         "Input rejected: matched a known prompt-injection pattern"},
        {content_policy_violation, 422, "content_policy_violation",
         "LLM provider rejected the request under its content policy"},
        {llm_rate_limited, 429, "llm_rate_limited", "LLM provider rate limit exceeded"},
        {tenant_limit_exceeded, 429, "tenant_limit_exceeded", "The tenant has reached its limit"},
        {headers_too_large, 431, "headers_too_large", "The request headers are too large"},
        {internal_error, 500, "internal_error", "An unexpected error occurred"},
        {llm_error, 502, "llm_error", "LLM provider call failed"},
        {analysis_unavailable, 502, "analysis_unavailable", "The analysis could not be completed"},
        {usage_backend_unavailable, 503, "usage_backend_unavailable", "Usage backend is temporarily unavailable"},
        {anonymizer_unavailable, 503, "anonymizer_unavailable", "Anonymizer is temporarily unavailable"},
        {overloaded, 503, "overloaded", "The server is overloaded"},
        {operation_unavailable, 503, "operation_unavailable", "The operation is not available on this server"},
        {analysis_timeout, 504, "analysis_timeout", "The analysis did not finish in time"},
        {llm_timeout, 504, "llm_timeout", "LLM provider timed out"},
    };
    for (const auto& [code, status, name, message] : rows)
    {
        BOOST_TEST_CONTEXT(name)
        {
            const auto response = gateway::envelope(sdk::error{code, "a note for the log"}, "the-id");

            BOOST_TEST(response.status == status);
            BOOST_TEST(response.content_type == "application/json");
            const auto  body  = json::parse(response.body);
            const auto& error = body.at("error").as_object();
            BOOST_TEST((error.at("code").as_string() == name));
            BOOST_TEST((error.at("message").as_string() == message));
            BOOST_TEST((error.at("request_id").as_string() == "the-id"));
            BOOST_TEST(error.size() == 3u);
        }
    }
}

BOOST_AUTO_TEST_CASE(every_503_has_retry_after)
{
    int unavailable = 0;
    for (int n = 0; n <= static_cast<int>(sdk::last_errc); ++n)
    {
        const auto response = gateway::envelope(sdk::error{static_cast<sdk::errc>(n)}, "the-id");
        if (response.status != 503) continue;
        ++unavailable;
        BOOST_TEST(header(response, "Retry-After") == "30");
    }
    BOOST_TEST(unavailable == 5);
}

BOOST_AUTO_TEST_CASE(only_a_413_and_a_validation_error_may_have_their_own_message)
{
    for (const auto code :
         {sdk::errc::payload_too_large, sdk::errc::validation_error, sdk::errc::llm_error, sdk::errc::llm_timeout})
    {
        sdk::error failure{code};
        failure.message = "Estimated tokens (131072) exceed limit (100000)";

        const auto response = gateway::envelope(failure, "the-id");

        const bool sent = response.body.find("131072") != std::string::npos;
        BOOST_TEST(sent == (code == sdk::errc::payload_too_large || code == sdk::errc::validation_error));
    }
}

BOOST_AUTO_TEST_CASE(fields_keep_their_order_and_appear_only_in_a_422)
{
    sdk::error failure{sdk::errc::validation_error};
    failure.fields = {{"feedback_records[0].content", "Field required"},
                      {"a \"quoted\"\n key", "Extra inputs are not permitted"}};

    const auto response = gateway::envelope(failure, "the-id");

    const auto  body   = json::parse(response.body);
    const auto& fields = body.at("error").at("fields").as_array();
    BOOST_REQUIRE(fields.size() == 2u);
    BOOST_TEST((fields[0].at("field").as_string() == "feedback_records[0].content"));
    BOOST_TEST((fields[1].at("field").as_string() == "a \"quoted\"\n key"));

    sdk::error misplaced{sdk::errc::llm_error};
    misplaced.fields = {{"prompt", "x"}};
    BOOST_TEST(gateway::envelope(misplaced, "the-id").body.find("fields") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_401_names_the_scheme_and_a_429_or_503_a_wait_of_at_least_one_second)
{
    BOOST_TEST(header(gateway::envelope(sdk::error{sdk::errc::authentication_required}, "i"), "WWW-Authenticate") ==
               "Bearer");
    sdk::error expired{sdk::errc::authentication_required};
    expired.message = "The API key has expired";
    BOOST_TEST(header(gateway::envelope(expired, "i"), "WWW-Authenticate") ==
               R"(Bearer error="invalid_token", error_description="The API key has expired")");

    sdk::error limited{sdk::errc::llm_rate_limited};
    BOOST_TEST(header(gateway::envelope(limited, "i"), "Retry-After") == "30");
    limited.retry_after = std::chrono::seconds{0};
    BOOST_TEST(header(gateway::envelope(limited, "i"), "Retry-After") == "1");
    for (const auto code :
         {sdk::errc::overloaded, sdk::errc::usage_backend_unavailable, sdk::errc::anonymizer_unavailable})
        BOOST_TEST(header(gateway::envelope(sdk::error{code}, "i"), "Retry-After") == "30");
    sdk::error failed{sdk::errc::llm_error};
    BOOST_TEST(header(gateway::envelope(failed, "i"), "Retry-After").empty());
    failed.retry_after = std::chrono::seconds{77};
    BOOST_TEST(header(gateway::envelope(failed, "i"), "Retry-After") == "77");
}

BOOST_AUTO_TEST_SUITE_END()
