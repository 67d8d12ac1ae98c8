#include "llm/wire_format.hpp"

#include "support/prompt_text.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <tuple>
#include <utility>
#include <vector>

using namespace verbatim::core::llm;
namespace json = boost::json;
namespace sdk  = verbatim::sdk;
using cause    = sdk::failure_cause;

namespace {

sdk::chat_request make_request(std::string_view system, std::string_view user)
{
    return {.system = verbatim::support::prompt_text(system), .user = verbatim::support::prompt_text(user)};
}

constexpr sdk::output_schema schema{.name        = "record_summary",
                                    .json_schema = R"({"type":"object","additionalProperties":false})"};

std::string write(const sdk::chat_request& request, const body_values& values)
{
    return chat_completions.request_body(request, values);
}

attempt_result parse(int status, std::string_view body)
{
    return parse_response(status, body, chat_completions.parse_success, chat_completions.is_policy_refusal);
}

constexpr auto good = R"({"model":"m-1","choices":[{"finish_reason":"stop","message":{"content":"Hello"}}],)"
                      R"("usage":{"prompt_tokens":3,"completion_tokens":4}})";

} // namespace

BOOST_AUTO_TEST_SUITE(llm_chat_completions)

BOOST_AUTO_TEST_CASE(a_free_text_request_has_exactly_these_members)
{
    const auto hostile = std::string{"a\"b\\c\n\x01é😀</x>\xE2\x80\xA8"};
    const auto sent    = json::parse(write(make_request(hostile, hostile + "2"), {"gpt-x", "tenant \"1\"", {}}));

    const json::value expected = {
        {"model", "gpt-x"},
        {"messages", {{{"role", "system"}, {"content", hostile}}, {{"role", "user"}, {"content", hostile + "2"}}}},
        {"user", "tenant \"1\""}};
    BOOST_TEST(sent == expected);
}

BOOST_AUTO_TEST_CASE(temperature_and_output_limit_are_sent_as_configured)
{
    request_options options{.max_tokens = 4096, .temperature = 0.0};
    auto            sent = write(make_request("s", "u"), {"m", "", options});
    BOOST_TEST(sent.find(R"("temperature":0,)") != sent.npos, sent);
    BOOST_TEST(json::parse(sent).at("max_tokens").as_int64() == 4096);

    options.temperature     = 0.7;
    options.max_tokens_name = "max_completion_tokens";
    sent                    = write(make_request("s", "u"), {"m", "", options});
    BOOST_TEST(json::parse(sent).at("temperature").as_double() == 0.7);
    BOOST_TEST(json::parse(sent).at("max_completion_tokens").as_int64() == 4096);
    BOOST_TEST(!json::parse(sent).as_object().contains("max_tokens"));
}

BOOST_AUTO_TEST_CASE(an_empty_tenant_id_is_not_sent)
{
    const auto sent = json::parse(write(make_request("s", "u"), {"m", "", {}})).as_object();
    BOOST_TEST(sent.size() == 2U);
    BOOST_TEST(!sent.contains("user"));
}

BOOST_AUTO_TEST_CASE(a_shared_prefix_has_a_key_that_depends_on_tenant_system_message_and_prefix_only)
{
    const auto key_of = [](std::string_view tenant, std::string_view system, std::string_view user,
                           std::size_t prefix) {
        auto request          = make_request(system, user);
        request.shared_prefix = prefix;
        const auto sent       = json::parse(write(request, {"m", tenant, {.names_prefix = true}})).as_object();
        BOOST_TEST(sent.at("messages").at(1).at("content") == json::value(user));
        return sent.contains("prompt_cache_key") ? json::value_to<std::string>(sent.at("prompt_cache_key")) : "";
    };
    const auto key = key_of("t", "s", "codes, then a", 5);
    BOOST_TEST(key.size() == 32U);
    BOOST_TEST(key.find_first_not_of("0123456789abcdef") == key.npos);
    BOOST_TEST(key_of("t", "s", "codes, then b", 5) == key);
    BOOST_TEST(key_of("u", "s", "codes, then a", 5) != key);
    BOOST_TEST(key_of("t", "S", "codes, then a", 5) != key);
    BOOST_TEST(key_of("t", "s", "Codes, then a", 5) != key);
    BOOST_TEST(key_of("t", "s", "codes, then a", 0).empty());

    auto request          = make_request("s", "codes, then a");
    request.shared_prefix = 5;
    BOOST_TEST(!json::parse(write(request, {"m", "t", {}})).as_object().contains("prompt_cache_key"));
}

BOOST_AUTO_TEST_CASE(a_long_text_is_encoded_completely)
{
    std::string text;
    for (int n = 0; n < 100'000; ++n) text += n % 7 == 0 ? "é" : n % 11 == 0 ? "\"" : "x";
    const auto sent = json::parse(write(make_request("s", text), {"m", "t", {}}));
    BOOST_TEST((sent.at("messages").at(1).at("content") == json::value(text)));
}

BOOST_AUTO_TEST_CASE(an_output_schema_is_sent_by_default)
{
    auto request          = make_request("s", "u");
    request.output_schema = &schema;

    const auto        sent     = json::parse(write(request, {"m", "t", {}}));
    const json::value expected = {{"type", "json_schema"},
                                  {"json_schema",
                                   {{"name", "record_summary"},
                                    {"strict", true},
                                    {"schema", {{"type", "object"}, {"additionalProperties", false}}}}}};
    BOOST_TEST(sent.at("response_format") == expected);
    BOOST_TEST(sent.as_object().size() == 4U);
}

BOOST_AUTO_TEST_CASE(without_a_schema_the_system_message_ends_with_the_shape)
{
    constexpr sdk::output_schema title{.name        = "title",
                                       .json_schema = R"({"type":"object","properties":{"title":{"type":"string"}}})"};
    const auto request_with = [](const sdk::output_schema* output_schema, structured_output structure) {
        auto request          = make_request("Be brief.", "u");
        request.output_schema = output_schema;
        return json::parse(write(request, {"m", "t", {structure}}));
    };
    const json::value shaped = "Be brief.\nAnswer with a JSON object only, of this shape: {\"title\": string}";

    const auto json_object = request_with(&title, structured_output::json_object);
    BOOST_TEST((json_object.at("response_format") == json::value{{"type", "json_object"}}));
    BOOST_TEST(json_object.at("messages").at(0).at("content") == shaped);

    const auto none = request_with(&title, structured_output::none);
    BOOST_TEST(!none.as_object().contains("response_format"));
    BOOST_TEST(none.at("messages").at(0).at("content") == shaped);

    for (const auto structure : {structured_output::json_object, structured_output::none})
    {
        const auto free_text = request_with(nullptr, structure);
        BOOST_TEST(!free_text.as_object().contains("response_format"));
        BOOST_TEST(free_text.at("messages").at(0).at("content") == json::value("Be brief."));
    }
}

BOOST_AUTO_TEST_CASE(a_list_of_texts_is_an_output)
{
    const auto parse_content = [](const std::string& content) {
        return parse(200, R"({"choices":[{"message":{"content":)" + content + "}}]}");
    };
    const auto result = parse_content(R"([{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},)"
                                      R"({"type":"text","text":"Hel"},{"type":"text","text":"lo"}])");
    BOOST_TEST(result.completed());
    BOOST_TEST(result.text == "Hello");
    for (const auto* content : {"[]", R"(["x"])", R"([{"type":"reference","reference_ids":[1]}])"})
        BOOST_TEST(parse_content(content).text.empty(), content);
}

BOOST_AUTO_TEST_CASE(the_refusal_of_a_model_is_a_policy_refusal)
{
    const auto cause_of = [](const std::string& message) {
        return parse(200, R"({"choices":[{"finish_reason":"stop","message":)" + message + "}]}").cause;
    };
    BOOST_TEST((cause_of(R"({"content":null,"refusal":"I cannot help."})") == cause::policy));
    BOOST_TEST((cause_of(R"({"refusal":"I cannot help."})") == cause::policy));
    BOOST_TEST((cause_of(R"({"content":null,"refusal":null})") == cause::unreadable));
    BOOST_TEST((cause_of(R"({"content":null,"refusal":""})") == cause::unreadable));
    BOOST_TEST((cause_of(R"({"content":"Yes","refusal":null})") == std::nullopt));
}

BOOST_AUTO_TEST_CASE(a_limit_reached_without_content_is_a_blank_truncated_text)
{
    for (const auto* message : {"{}", R"({"content":null})", R"({"content":""})"})
    {
        const auto result =
            parse(200, R"({"choices":[{"finish_reason":"length","message":)" + std::string{message} + "}]}");
        BOOST_TEST(result.completed());
        BOOST_TEST(result.text.empty());
        BOOST_TEST(result.truncated);
    }
}

BOOST_AUTO_TEST_CASE(a_valid_response_is_parsed)
{
    const auto result = parse(200, good);
    BOOST_TEST(result.completed());
    BOOST_TEST(result.text == "Hello");
    BOOST_TEST(result.model == "m-1");
    BOOST_TEST((result.tokens == token_count{3, 4}));
}

BOOST_AUTO_TEST_CASE(an_unreadable_body_is_an_invalid_response)
{
    for (const auto* body :
         {"", "no json", "[]", "null", "{}", R"({"choices":[]})", R"({"choices":{}})", R"({"choices":[1]})",
          R"({"choices":[{"message":{"content":null}}]})", R"({"choices":[{"message":{"content":{"type":"text"}}}]})",
          R"({"choices":[{"message":"x"}]})", R"({"choices":[{}]})",
          "{\"choices\":[{\"message\":{\"content\":\"\xff\"}}]}",
          R"({"choices":[{"message":{"content":"x"}}]} trailing)"})
        BOOST_TEST_CONTEXT(body) BOOST_TEST((parse(200, body).cause == cause::unreadable));
    BOOST_TEST((parse(200, std::string(100'000, '[')).cause == cause::unreadable));
}

BOOST_AUTO_TEST_CASE(an_output_over_256_kib_as_json_is_an_invalid_response)
{
    const auto cause_of = [](const std::string& output) {
        std::string body = R"({"choices":[{"message":{"content":)";
        sdk::append_json_string(output, body);
        return parse(200, body + "}}]}").cause;
    };
    const std::string longest(256 * 1024 - 2, 'x'); // and two quotation marks
    BOOST_TEST((cause_of(longest) == std::nullopt));
    BOOST_TEST((cause_of(longest + "x") == cause::unreadable));
    BOOST_TEST((cause_of(std::string(longest.size() / 2, '"')) == std::nullopt));
    BOOST_TEST((cause_of(std::string(longest.size() / 2, '"') + "x") == cause::unreadable));
    BOOST_TEST((cause_of(std::string(longest.size(), '\x01')) == cause::unreadable));
}

BOOST_AUTO_TEST_CASE(usage_of_an_invalid_response_is_still_parsed)
{
    const auto result =
        parse(200, R"({"model":"m","choices":[{"message":{}}],"usage":{"prompt_tokens":3,"completion_tokens":0}})");
    BOOST_TEST((result.cause == cause::unreadable));
    BOOST_TEST((result.tokens == token_count{3, 0}));
    BOOST_TEST(result.model == "m");
}

BOOST_AUTO_TEST_CASE(invalid_usage_counts_as_missing)
{
    for (const auto* usage : {"null", "{}", R"({"total_tokens":1})", R"({"prompt_tokens":-1,"completion_tokens":"1"})",
                              R"({"prompt_tokens":1.5,"completion_tokens":4294967296})", "[1,2]"})
        BOOST_TEST_CONTEXT(usage)
        {
            const auto body   = std::string{R"({"choices":[{"message":{"content":"x"}}],"usage":)"} + usage + "}";
            const auto result = parse(200, body);
            BOOST_TEST(result.completed());
            BOOST_TEST((result.tokens == token_count{}));
        }
}

BOOST_AUTO_TEST_CASE(input_and_output_tokens_are_read_independently)
{
    const auto reported_tokens = [](const std::string& usage) {
        return parse(200, R"({"choices":[{"message":{"content":"x"}}],"usage":)" + usage + "}").tokens;
    };
    BOOST_TEST((reported_tokens(R"({"prompt_tokens":50})") == token_count{50, {}}));
    BOOST_TEST((reported_tokens(R"({"prompt_tokens":-1,"completion_tokens":7})") == token_count{{}, 7}));
    BOOST_TEST(
        (reported_tokens(R"({"prompt_tokens":9,"completion_tokens":7,"total_tokens":16})") == token_count{9, 7}));
    // Reasoning tokens that only the total counts are output.
    BOOST_TEST(
        (reported_tokens(R"({"prompt_tokens":9,"completion_tokens":7,"total_tokens":36})") == token_count{9, 27}));
    BOOST_TEST((reported_tokens(R"({"prompt_tokens":9,"completion_tokens":7,"total_tokens":3})") == token_count{9, 7}));
}

BOOST_AUTO_TEST_CASE(cached_and_written_tokens_are_read_under_the_names_of_both_providers)
{
    const auto reported = [](const std::string& usage) {
        return parse(200, R"({"choices":[{"message":{"content":"x"}}],"usage":{)" + usage + "}}").tokens;
    };
    const auto openai = reported(R"("prompt_tokens_details":{"cached_tokens":600,"cache_write_tokens":50})");
    BOOST_TEST(openai.cached == 600);
    BOOST_TEST(openai.cache_written == 50);
    const auto anthropic = reported(R"("cache_read_input_tokens":600,"cache_creation_input_tokens":50)");
    BOOST_TEST(anthropic.cached == 600);
    BOOST_TEST(anthropic.cache_written == 50);
    for (const auto* invalid : {R"("prompt_tokens_details":{"cached_tokens":-1})", R"("prompt_tokens_details":[1])",
                                R"("prompt_tokens_details":null)", R"("cache_read_input_tokens":"9")"})
        BOOST_TEST(reported(invalid).cached == 0, invalid);
}

BOOST_AUTO_TEST_CASE(an_unknown_tier_is_the_standard_one)
{
    const auto tier = [](const std::string& value) {
        return parse(200, R"({"choices":[{"message":{"content":"x"}}],"service_tier":)" + value + "}").tier;
    };
    BOOST_TEST((tier(R"("flex")") == service_tier::flex));
    BOOST_TEST((tier(R"("priority")") == service_tier::priority));
    for (const auto* other : {R"("default")", R"("scale")", "null", "1", R"({"priority":1})"})
        BOOST_TEST((tier(other) == service_tier::standard), other);
}

BOOST_AUTO_TEST_CASE(an_invalid_model_name_is_dropped)
{
    for (const auto& name : {std::string{"two words"}, std::string{"line\\nfeed"}, std::string{"nul\\u0000"},
                             std::string{"né"}, std::string(256, 'x')})
    {
        const auto body = R"({"model":")" + name + R"(","choices":[{"message":{"content":"x"}}]})";
        BOOST_TEST(parse(200, body).model.empty());
    }
}

BOOST_AUTO_TEST_CASE(each_error_status_has_its_cause)
{
    const auto cause_of = [](int status, std::string_view body) { return parse(status, body).cause; };
    const auto policy =
        R"({"error":{"message":"The response was filtered due to Azure OpenAI's content management policy."}})";

    BOOST_TEST((cause_of(400, policy) == cause::policy));
    BOOST_TEST((cause_of(500, policy) == cause::server_error));
    BOOST_TEST((cause_of(400, "filtered") == cause::invalid_request));
    BOOST_TEST((cause_of(400, "content management policy") == cause::invalid_request));
    BOOST_TEST((cause_of(400, R"({"error":{"code":"content_filter"}})") == cause::policy));
    BOOST_TEST((cause_of(403, R"({"error":{"code":"content_filter"}})") == cause::policy));
    BOOST_TEST((cause_of(400, R"({"error":{"code":"other","message":"content_filter"}})") == cause::invalid_request));
    BOOST_TEST((cause_of(400, "content_filter") == cause::invalid_request));
    BOOST_TEST((cause_of(408, "") == cause::timeout));
    BOOST_TEST((cause_of(429, policy) == cause::rate_limited));
    for (const int status : {401, 403}) BOOST_TEST((cause_of(status, good) == cause::unauthorized));
    BOOST_TEST((cause_of(404, good) == cause::not_found));
    BOOST_TEST((cause_of(413, good) == cause::context_exceeded));
    for (const int status : {201, 204, 301, 400, 422}) BOOST_TEST((cause_of(status, good) == cause::invalid_request));
    for (const int status : {500, 502, 503, 504, 529}) BOOST_TEST((cause_of(status, good) == cause::server_error));
}

BOOST_AUTO_TEST_CASE(a_filtered_response_is_a_refusal_with_its_usage)
{
    const auto result =
        parse(200, R"({"choices":[{"finish_reason":"content_filter","message":{"content":"half an ans"}}],)"
                   R"("usage":{"prompt_tokens":5,"completion_tokens":2}})");
    BOOST_TEST((result.cause == cause::policy));
    BOOST_TEST(result.text.empty());
    BOOST_TEST((result.tokens == token_count{5, 2}));
}

BOOST_AUTO_TEST_CASE(a_completion_that_reached_the_output_limit_is_truncated)
{
    const auto is_truncated = [](std::string_view reason) {
        const auto result = parse(200, R"({"choices":[{"finish_reason":")" + std::string{reason} +
                                           R"(","message":{"content":"half"}}]})");
        BOOST_TEST(result.completed());
        BOOST_TEST(result.text == "half");
        return result.truncated;
    };
    for (const auto* reason : {"length", "max_tokens", "MAX_TOKENS", "model_length"}) BOOST_TEST(is_truncated(reason));
    for (const auto* reason : {"stop", "STOP", "eos", "end_turn", "", "tool_calls"}) BOOST_TEST(!is_truncated(reason));
}

BOOST_AUTO_TEST_CASE(a_generation_that_broke_off_is_a_failure_of_the_server_whatever_its_text)
{
    const auto result_of = [](const std::string& reason) {
        return parse(200, R"({"choices":[{"finish_reason":")" + reason +
                              R"(","message":{"content":"half"}}],)"
                              R"("usage":{"prompt_tokens":5,"completion_tokens":2}})");
    };
    for (const auto* reason : {"error", "network_error", "insufficient_system_resource", "ABORTED"})
    {
        const auto result = result_of(reason);
        BOOST_TEST((result.cause == cause::server_error), reason);
        BOOST_TEST(result.http_status == 502);
        BOOST_TEST((result.tokens == token_count{5, 2}));
    }
    BOOST_TEST((result_of("some_new_reason").cause == cause::unreadable));
    for (const auto* reason : {"SAFETY", "RECITATION", "content_filter: PROHIBITED_CONTENT", "refusal"})
        BOOST_TEST((result_of(reason).cause == cause::policy), reason);
}

BOOST_AUTO_TEST_CASE(an_error_in_a_response_with_status_200_has_the_cause_of_its_status)
{
    const std::tuple<const char*, cause, int> samples[] = {
        {R"({"error":{"message":"no","code":429}})", cause::rate_limited, 429},
        {R"({"error":{"message":"no","code":"429"}})", cause::rate_limited, 429},
        {R"({"error":{"message":"no","type":"rate_limit_error"}})", cause::rate_limited, 429},
        {R"({"error":{"message":"no","code":"insufficient_quota"}})", cause::quota_exhausted, 429},
        {R"({"error":{"message":"no"},"status":503})", cause::server_error, 503},
        {R"({"error":"upstream failed"})", cause::server_error, 500},
        {R"({"status":404,"message":"no such model"})", cause::not_found, 404},
        {R"([{"error":{"code":401,"status":"UNAUTHENTICATED"}}])", cause::unauthorized, 401},
        {R"({"object":"error","message":"no","type":"BadRequestError","code":400})", cause::invalid_request, 400},
        {R"({"error":{"code":"content_filter"}})", cause::policy, 400},
        {R"({"choices":[{"finish_reason":"stop","error":{"code":503,"message":"no"},"message":{"content":"x"}}]})",
         cause::server_error, 503}};
    for (const auto& [body, expected, status] : samples) BOOST_TEST_CONTEXT(body)
        {
            const auto result = parse(200, body);
            BOOST_TEST((result.cause == expected));
            BOOST_TEST(result.http_status == status);
        }
    BOOST_TEST(parse(200, R"({"error":null,"choices":[{"message":{"content":"x"}}]})").completed());
}

BOOST_AUTO_TEST_CASE(an_account_without_quota_and_a_prompt_that_is_too_long_have_causes_of_their_own)
{
    const auto cause_of = [](int status, std::string_view body) { return parse(status, body).cause; };
    for (const auto& [status, body] : std::vector<std::pair<int, const char*>>{
             {429, R"({"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}})"},
             {429, R"({"error":{"type":"insufficient_quota"}})"},
             {402, R"({"error":{"message":"Insufficient Balance"}})"},
             {402, ""},
             {400, R"({"type":"error","error":{"type":"invalid_request_error",)"
                   R"("message":"Your credit balance is too low to access the API."}})"},
             {403, R"({"error":{"code":"billing_not_active"}})"}})
        BOOST_TEST((cause_of(status, body) == cause::quota_exhausted), body);
    BOOST_TEST(
        (cause_of(429, R"({"error":{"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota"}})") ==
         cause::rate_limited));

    for (const auto& [status, body] : std::vector<std::pair<int, const char*>>{
             {400, R"({"error":{"code":"context_length_exceeded"}})"},
             {400, R"({"error":{"message":"This model's maximum context length is 8192 tokens."}})"},
             {400, R"({"object":"error","message":"This model's maximum context length is 8192 tokens.","code":400})"},
             {400, R"({"error":{"type":"exceed_context_size_error","message":"the request exceeds it"}})"},
             {400, R"({"error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8"}})"},
             {413, "no json"}})
        BOOST_TEST((cause_of(status, body) == cause::context_exceeded), body);
    BOOST_TEST(
        (cause_of(400, R"({"error":{"message":"no"},"prompt":"context_length_exceeded"})") == cause::invalid_request));
}

BOOST_AUTO_TEST_CASE(reasoning_in_place_of_content_is_marked)
{
    const auto result = parse(
        200, R"({"choices":[{"finish_reason":"stop","message":{"content":"","reasoning_content":"{\"a\":1}"}}]})");
    BOOST_TEST(result.completed());
    BOOST_TEST(result.is_reasoning);
    BOOST_TEST(result.text == R"({"a":1})");
    const auto full =
        parse(200, R"({"choices":[{"finish_reason":"length","message":{"content":"","reasoning_content":"Hm"}}]})");
    BOOST_TEST(!full.is_reasoning);
    BOOST_TEST(full.text.empty());
    BOOST_TEST(!parse(200, R"({"choices":[{"message":{"content":"x","reasoning":"Hm"}}]})").is_reasoning);
}

BOOST_AUTO_TEST_SUITE_END()
