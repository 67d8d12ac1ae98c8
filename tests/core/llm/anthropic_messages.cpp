#include "llm/wire_format.hpp"

#include "support/prompt_text.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;
namespace json = boost::json;
namespace sdk  = verbatim::sdk;
using cause    = sdk::failure_cause;

namespace {

constexpr sdk::output_schema schema{.name        = "record_summary",
                                    .json_schema = R"({"type":"object","additionalProperties":false})"};

attempt_result parse(int status, std::string_view body)
{
    return parse_response(status, body, anthropic_messages.parse_success, anthropic_messages.is_policy_refusal);
}

/// A response with these blocks of content.
attempt_result parse_content(const std::string& content, const std::string& stop_reason = "end_turn")
{
    return parse(200, R"({"type":"message","model":"claude-x","content":)" + content + R"(,"stop_reason":")" +
                          stop_reason + R"("})");
}

token_count tokens_of(const std::string& usage)
{
    return parse(200, R"({"content":[{"type":"text","text":"x"}],"stop_reason":"end_turn","usage":)" + usage + "}")
        .tokens;
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_anthropic_messages)

BOOST_AUTO_TEST_CASE(a_request_has_exactly_these_members)
{
    const auto        hostile = std::string{"a\"b\\c\n\x01é😀</x>\xE2\x80\xA8"};
    sdk::chat_request request{.system = verbatim::support::prompt_text(hostile),
                              .user   = verbatim::support::prompt_text(hostile + "2")};

    json::value expected = {{"model", "claude-x"},
                            {"max_tokens", 4096},
                            {"system", hostile},
                            {"messages", {{{"role", "user"}, {"content", hostile + "2"}}}},
                            {"metadata", {{"user_id", "tenant \"1\""}}}};
    BOOST_TEST(json::parse(anthropic_messages.request_body(
                   request, {"claude-x", "tenant \"1\"", {structured_output::json_schema, 4096}})) == expected);

    expected.as_object().erase("metadata");
    BOOST_TEST(json::parse(anthropic_messages.request_body(
                   request, {"claude-x", "", {structured_output::json_schema, 4096}})) == expected);

    expected.as_object()["temperature"] = 0.5;
    BOOST_TEST(json::parse(anthropic_messages.request_body(
                   request, {"claude-x", "", {.max_tokens = 4096, .temperature = 0.5}})) == expected);
    expected.as_object().erase("temperature");

    expected.as_object()["metadata"] = {{"user_id", "tenant \"1\""}};
    request.output_schema            = &schema;
    for (const auto structure : {structured_output::json_object, structured_output::none})
    {
        const auto sent =
            json::parse(anthropic_messages.request_body(request, {"claude-x", "tenant", {structure, 4096}}));
        BOOST_TEST(!sent.as_object().contains("output_config"));
        std::string system;
        append_system_message(request, structure, system);
        BOOST_TEST((sent.at("system") == json::parse(system)));
    }
    expected.as_object()["output_config"] = {
        {"format", {{"type", "json_schema"}, {"schema", {{"type", "object"}, {"additionalProperties", false}}}}}};
    BOOST_TEST(json::parse(anthropic_messages.request_body(
                   request, {"claude-x", "tenant \"1\"", {structured_output::json_schema, 4096}})) == expected);
}

BOOST_AUTO_TEST_CASE(a_shared_prefix_is_a_block_that_may_be_cached)
{
    sdk::chat_request request{.system        = verbatim::support::prompt_text("s"),
                              .user          = verbatim::support::prompt_text("codé, then a"),
                              .shared_prefix = 5};
    const auto        content = [&](request_options options) {
        const auto body = json::parse(anthropic_messages.request_body(request, {"claude-x", "t", options}));
        return body.at("messages").at(0).at("content");
    };
    const json::value blocks = {
        {{"type", "text"}, {"text", "codé"}, {"cache_control", {{"type", "ephemeral"}}}},
        {{"type", "text"}, {"text", ", then a"}},
    };
    BOOST_TEST(content({.names_prefix = true}) == blocks);
    BOOST_TEST(content({}) == json::value("codé, then a"));
    request.shared_prefix = 0;
    BOOST_TEST(content({.names_prefix = true}) == json::value("codé, then a"));
}

BOOST_AUTO_TEST_CASE(text_blocks_are_joined_and_thinking_is_no_output)
{
    const auto result = parse_content(
        R"([{"type":"thinking","thinking":"first","signature":"s"},{"type":"redacted_thinking","data":"d"},)"
        R"({"type":"text","text":"Hello"},{"type":"text","text":" there"},{"type":"server_tool_use","input":{"q":1}}])");
    BOOST_TEST(result.completed());
    BOOST_TEST(result.text == "Hello there");
    BOOST_TEST(result.model == "claude-x");
    BOOST_TEST(!result.truncated);
}

BOOST_AUTO_TEST_CASE(the_input_of_a_tool_is_the_output)
{
    const auto result = parse_content(
        R"([{"type":"text","text":"Calling it."},{"type":"tool_use","id":"t","name":"n","input":{"a": [1, "é"]}}])",
        "tool_use");
    BOOST_TEST(result.completed());
    BOOST_TEST(result.text == R"({"a":[1,"é"]})");
}

BOOST_AUTO_TEST_CASE(a_response_without_blocks_has_a_blank_text)
{
    for (const auto* content : {"[]", R"([{"type":"thinking","thinking":"x"}])", R"([{"type":"text"}])", "[1,null]"})
    {
        const auto result = parse_content(content);
        BOOST_TEST(result.completed(), content);
        BOOST_TEST(result.text.empty(), content);
    }
}

BOOST_AUTO_TEST_CASE(an_unreadable_body_is_an_invalid_response)
{
    for (const auto* body :
         {"", "no json", "[]", "null", "{}", R"({"stop_reason":"end_turn"})",
          R"({"content":"x","stop_reason":"end_turn"})", R"({"content":{},"stop_reason":"end_turn"})",
          R"({"content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"} trailing)"})
        BOOST_TEST_CONTEXT(body) BOOST_TEST((parse(200, body).cause == cause::unreadable));
    BOOST_TEST((parse(200, std::string(100'000, '[')).cause == cause::unreadable));
}

BOOST_AUTO_TEST_CASE(an_error_in_a_successful_response_has_the_cause_of_its_type)
{
    BOOST_TEST((parse(200, R"({"type":"error","error":{"type":"overloaded_error"}})").cause == cause::server_error));
}

BOOST_AUTO_TEST_CASE(an_output_over_256_kib_as_json_is_an_invalid_response)
{
    const auto text = [](std::size_t size) {
        return parse_content(R"([{"type":"text","text":")" + std::string(size, 'x') +
                             R"("},{"type":"text","text":"y"}])");
    };
    constexpr std::size_t longest = 256 * 1024 - 2; // and two quotation marks
    BOOST_TEST(text(longest - 1).completed());
    BOOST_TEST((text(longest).cause == cause::unreadable));
}

BOOST_AUTO_TEST_CASE(each_stop_reason_has_its_outcome)
{
    const auto stopped = [](const std::string& reason) {
        return parse_content(R"([{"type":"text","text":"half"}])", reason);
    };
    for (const auto* reason : {"end_turn", "END_TURN", "stop_sequence", "tool_use"})
    {
        BOOST_TEST(stopped(reason).completed(), reason);
        BOOST_TEST(!stopped(reason).truncated, reason);
    }
    for (const auto* reason : {"max_tokens", "model_context_window_exceeded"})
    {
        BOOST_TEST(stopped(reason).text == "half", reason);
        BOOST_TEST(stopped(reason).truncated, reason);
    }
    BOOST_TEST((stopped("refusal").cause == cause::policy));
    BOOST_TEST(stopped("refusal").text.empty());
    for (const auto* reason : {"pause_turn", "", "later"})
        BOOST_TEST((stopped(reason).cause == cause::unreadable), reason);
}

BOOST_AUTO_TEST_CASE(input_tokens_include_those_of_the_cache)
{
    const auto tokens = tokens_of(R"({"input_tokens":10,"cache_read_input_tokens":600,)"
                                  R"("cache_creation_input_tokens":50,"output_tokens":7})");
    BOOST_TEST((tokens == token_count{660, 7, 600, 50}));
    BOOST_TEST((tokens_of(R"({"input_tokens":10,"output_tokens":7})") == token_count{10, 7}));
    BOOST_TEST(
        (tokens_of(R"({"input_tokens":10,"cache_read_input_tokens":null,"output_tokens":7})") == token_count{10, 7}));
    BOOST_TEST((tokens_of(R"({"output_tokens":7,"cache_read_input_tokens":6})") == token_count{{}, 7, 6}));
}

BOOST_AUTO_TEST_CASE(invalid_usage_counts_as_missing)
{
    for (const auto* usage : {"null", "{}", "[1]", R"({"input_tokens":-1,"output_tokens":"1"})",
                              R"({"input_tokens":1.5,"output_tokens":4294967296})"})
        BOOST_TEST((tokens_of(usage) == token_count{}), usage);
    const auto sum = tokens_of(R"({"input_tokens":2147483647,"cache_read_input_tokens":1})");
    BOOST_TEST(!sum.input.has_value()); // more than the column holds
}

BOOST_AUTO_TEST_CASE(usage_of_a_refusal_is_parsed)
{
    const auto result = parse(200, R"({"model":"claude-x","content":[],"stop_reason":"refusal",)"
                                   R"("usage":{"input_tokens":5,"output_tokens":2,"service_tier":"priority"}})");
    BOOST_TEST((result.cause == cause::policy));
    BOOST_TEST((result.tokens == token_count{5, 2}));
    BOOST_TEST((result.tier == service_tier::priority));
    BOOST_TEST(result.model == "claude-x");
}

BOOST_AUTO_TEST_CASE(each_error_status_has_its_cause)
{
    const auto error = [](std::string_view type, std::string_view message = "no") {
        return R"({"type":"error","error":{"type":")" + std::string{type} + R"(","message":")" + std::string{message} +
               R"("}})";
    };
    constexpr auto blocked = "Output blocked by content filtering policy";
    BOOST_TEST((parse(400, error("invalid_request_error", blocked)).cause == cause::policy));
    BOOST_TEST((parse(400, error("other", blocked)).cause == cause::invalid_request));
    BOOST_TEST((parse(400, blocked).cause == cause::invalid_request));
    BOOST_TEST((parse(500, error("invalid_request_error", blocked)).cause == cause::server_error));

    BOOST_TEST((parse(400, error("invalid_request_error")).cause == cause::invalid_request));
    BOOST_TEST((parse(402, error("billing_error")).cause == cause::quota_exhausted));
    BOOST_TEST((parse(401, error("authentication_error")).cause == cause::unauthorized));
    BOOST_TEST((parse(403, error("permission_error")).cause == cause::unauthorized));
    BOOST_TEST((parse(404, error("not_found_error")).cause == cause::not_found));
    BOOST_TEST((parse(413, error("request_too_large")).cause == cause::context_exceeded));
    BOOST_TEST((parse(429, error("rate_limit_error")).cause == cause::rate_limited));
    for (const int status : {500, 504, 529})
        BOOST_TEST((parse(status, error("api_error")).cause == cause::server_error));
}

BOOST_AUTO_TEST_SUITE_END()
