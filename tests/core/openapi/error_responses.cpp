#include "openapi/error_responses.hpp"

#include "gateway/possible_errors.hpp"

#include "core/openapi/sample.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::openapi_test;
using namespace verbatim::core;
namespace json = boost::json;

namespace {

std::string code_names(const sdk::descriptor& descriptor)
{
    std::string names;
    for (const auto code : gateway::host_errors(descriptor))
        names.append(names.empty() ? "" : " ").append(sdk::to_string(code));
    return names;
}

/// The error responses by status, references resolved.
json::object responses(const sdk::descriptor& descriptor)
{
    openapi::json_object      written;
    openapi::shared_responses shared;
    openapi::add_error_responses(descriptor, written, shared);
    auto parsed = json::parse(written.str()).as_object();
    for (auto& [status, response] : parsed)
        if (const auto* reference = response.as_object().if_contains("$ref"))
        {
            const auto target = json::value_to<std::string>(*reference);
            response          = json::parse(shared.at(target.substr(target.rfind('/') + 1)));
        }
    return parsed;
}

json::object example(const sdk::descriptor& descriptor, std::string_view status, std::string_view code)
{
    return responses(descriptor)
        .at(status)
        .at("content")
        .at("application/json")
        .at("examples")
        .at(code)
        .at("value")
        .at("error")
        .as_object();
}

} // namespace

BOOST_AUTO_TEST_SUITE(error_responses)

BOOST_AUTO_TEST_CASE(an_operation_with_a_model_has_the_errors_of_models)
{
    BOOST_TEST(
        code_names(model_operation()) ==
        "authentication_required forbidden conflict unfinished payload_too_large json_invalid validation_error "
        "prompt_injection_detected content_policy_violation llm_rate_limited too_many_jobs tenant_limit_exceeded "
        "internal_error llm_error "
        "usage_backend_unavailable anonymizer_unavailable overloaded server_stopped analysis_timeout llm_timeout");
}

BOOST_AUTO_TEST_CASE(a_superuser_operation_has_403_and_its_own_errors_once)
{
    auto twice = create_operation();
    twice.errors.push_back(sdk::errc::internal_error);

    BOOST_TEST(code_names(twice) ==
               "authentication_required forbidden conflict payload_too_large json_invalid validation_error "
               "prompt_injection_detected internal_error usage_backend_unavailable overloaded server_stopped "
               "analysis_timeout");
}

BOOST_AUTO_TEST_CASE(a_query_can_violate_its_schema_and_has_no_body_errors)
{
    BOOST_TEST(code_names(query_operation()) == "authentication_required validation_error internal_error "
                                                "usage_backend_unavailable overloaded server_stopped analysis_timeout");
}

BOOST_AUTO_TEST_CASE(an_operation_without_parameters_has_no_validation_error)
{
    BOOST_TEST(
        code_names(plain_operation()) ==
        "authentication_required internal_error usage_backend_unavailable overloaded server_stopped analysis_timeout");
}

BOOST_AUTO_TEST_CASE(codes_of_the_same_status_share_a_response_with_an_example_each)
{
    const auto parsed = responses(model_operation());

    BOOST_TEST(parsed.size() == 10u);
    const auto& at_504 = parsed.at("504").as_object();
    BOOST_TEST(json::value_to<std::string>(at_504.at("description")) ==
               "- `analysis_timeout`: The request's deadline passed.\n"
               "- `llm_timeout`: The model provider timed out on every attempt.");
    for (const auto* code : {"analysis_timeout", "llm_timeout"})
        BOOST_TEST(json::value_to<std::string>(example(model_operation(), "504", code).at("code")) == code);
}

BOOST_AUTO_TEST_CASE(examples_are_real_problems_of_the_request)
{
    const auto field = [](const json::object& error) {
        const auto& first = error.at("fields").as_array().at(0).as_object();
        return json::value_to<std::string>(first.at("field")) + ": " + json::value_to<std::string>(first.at("issue"));
    };

    BOOST_TEST(field(example(model_operation(), "422", "validation_error")) == "text: Field required");
    BOOST_TEST(field(example(query_operation(), "422", "validation_error")) == "from: Input should be a valid integer");
    BOOST_TEST(field(example(model_operation(), "422", "prompt_injection_detected")) == "text: role_prefix");
    BOOST_TEST(field(example(model_operation(), "422", "json_invalid")).starts_with("body: unexpected token"));
    BOOST_TEST(!example(model_operation(), "429", "llm_rate_limited").contains("fields"));
}

BOOST_AUTO_TEST_CASE(a_declared_error_is_documented_with_code_status_and_message)
{
    auto descriptor = create_operation();
    descriptor.errors.push_back(
        sdk::declared_error{.code = "too_few_records", .status = 409, .message = "Send more records."});

    BOOST_TEST(json::value_to<std::string>(responses(descriptor).at("409").at("description")) ==
               "- `conflict`: The resource already exists.\n- `too_few_records`: Send more records.");
    const auto error = example(descriptor, "409", "too_few_records");
    BOOST_TEST(json::value_to<std::string>(error.at("code")) == "too_few_records");
    BOOST_TEST(json::value_to<std::string>(error.at("message")) == "Send more records.");

    openapi::json_object schemas;
    openapi::add_error_schemas({model_operation(), descriptor}, schemas);
    BOOST_TEST(schemas.str().find("\"operation_unavailable\",\"too_few_records\"]") != std::string::npos, schemas.str());
}

BOOST_AUTO_TEST_CASE(responses_without_own_examples_are_shared)
{
    openapi::json_object      first, second;
    openapi::shared_responses shared;
    openapi::add_error_responses(model_operation(), first, shared);
    const auto count = shared.size();
    openapi::add_error_responses(model_operation(), second, shared);

    BOOST_TEST(first.str() == second.str());
    BOOST_TEST(shared.size() == count);
    BOOST_TEST(shared.contains("AuthenticationRequired"));
    BOOST_TEST(shared.contains("AnalysisTimeoutOrLlmTimeout"));
    BOOST_TEST((json::parse(first.str()).at("422").as_object().contains("content")));
}

BOOST_AUTO_TEST_CASE(headers_are_listed_where_they_are_sent)
{
    for (const auto& [status, response] : responses(create_operation()))
    {
        BOOST_TEST(response.at("headers").as_object().contains("X-Request-ID"));
        BOOST_TEST(response.at("headers").as_object().contains("WWW-Authenticate") == (status == "401"));
    }
    for (const auto* status : {"429", "503"})
        BOOST_TEST(responses(model_operation()).at(status).at("headers").as_object().contains("Retry-After"));
}

BOOST_AUTO_TEST_SUITE_END()
