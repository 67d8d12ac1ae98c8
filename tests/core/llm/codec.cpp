#include "llm/codec.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;
namespace json = boost::json;
namespace sdk  = verbatim::sdk;

namespace {

sdk::conversation conversation(std::string_view system, std::string_view user)
{
    return {.system = sdk::outbound::trusted(system), .user = sdk::outbound::trusted(user)};
}

constexpr sdk::reply_form form{.name = "record_summary", .schema = R"({"type":"object","additionalProperties":false})"};

constexpr auto good = R"({"model":"m-1","choices":[{"finish_reason":"stop","message":{"content":"Hello"}}],)"
                      R"("usage":{"prompt_tokens":3,"completion_tokens":4}})";

} // namespace

BOOST_AUTO_TEST_SUITE(llm_codec)

BOOST_AUTO_TEST_CASE(a_free_text_request_says_exactly_this)
{
    const auto hostile = std::string{"a\"b\\c\n\x01é😀</x>\xE2\x80\xA8"};
    const auto sent    = json::parse(request_body(conversation(hostile, hostile + "2"), "gpt-x", "tenant \"1\"", true));

    const json::value expected = {
        {"model", "gpt-x"},
        {"messages", {{{"role", "system"}, {"content", hostile}}, {{"role", "user"}, {"content", hostile + "2"}}}},
        {"user", "tenant \"1\""}};
    BOOST_TEST(sent == expected);
}

BOOST_AUTO_TEST_CASE(a_long_text_arrives_whole)
{
    std::string text;
    for (int n = 0; n < 100'000; ++n) text += n % 7 == 0 ? "é" : n % 11 == 0 ? "\"" : "x";
    const auto sent = json::parse(request_body(conversation("s", text), "m", "t", true));
    BOOST_TEST((sent.at("messages").at(1).at("content") == json::value(text)));
}

BOOST_AUTO_TEST_CASE(a_form_is_sent_only_where_forms_are_allowed)
{
    auto what = conversation("s", "u");
    what.form = &form;

    const auto        sent     = json::parse(request_body(what, "m", "t", true));
    const json::value expected = {{"type", "json_schema"},
                                  {"json_schema",
                                   {{"name", "record_summary"},
                                    {"strict", true},
                                    {"schema", {{"type", "object"}, {"additionalProperties", false}}}}}};
    BOOST_TEST(sent.at("response_format") == expected);
    BOOST_TEST(sent.as_object().size() == 4U);

    BOOST_TEST(!json::parse(request_body(what, "m", "t", false)).as_object().contains("response_format"));
}

BOOST_AUTO_TEST_CASE(a_good_answer_is_read)
{
    const auto read = read_answer(200, good, "");
    BOOST_TEST((read.how == ending::answered));
    BOOST_TEST(read.text == "Hello");
    BOOST_TEST(read.model == "m-1");
    BOOST_TEST((read.used == token_count{3, 4}));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_unusable)
{
    for (const auto* body : {"", "no json", "[]", "null", "{}", R"({"choices":[]})", R"({"choices":{}})",
                             R"({"choices":[1]})", R"({"choices":[{"message":{"content":null}}]})",
                             R"({"choices":[{"message":{"content":["x"]}}]})", R"({"choices":[{"message":"x"}]})",
                             R"({"choices":[{}]})", "{\"choices\":[{\"message\":{\"content\":\"\xff\"}}]}",
                             R"({"choices":[{"message":{"content":"x"}}]} trailing)"})
        BOOST_TEST_CONTEXT(body) BOOST_TEST((read_answer(200, body, "").how == ending::unusable));
    BOOST_TEST((read_answer(200, std::string(100'000, '['), "").how == ending::unusable));
}

BOOST_AUTO_TEST_CASE(usage_survives_an_unreadable_answer)
{
    const auto read = read_answer(
        200, R"({"model":"m","choices":[{"message":{}}],"usage":{"prompt_tokens":3,"completion_tokens":0}})", "");
    BOOST_TEST((read.how == ending::unusable));
    BOOST_TEST((read.used == token_count{3, 0}));
    BOOST_TEST(read.model == "m");
}

BOOST_AUTO_TEST_CASE(usage_that_makes_no_sense_counts_as_missing)
{
    for (const auto* usage : {"null", "{}", R"({"total_tokens":1})", R"({"prompt_tokens":-1,"completion_tokens":"1"})",
                              R"({"prompt_tokens":1.5,"completion_tokens":4294967296})", "[1,2]"})
        BOOST_TEST_CONTEXT(usage)
        {
            const auto body = std::string{R"({"choices":[{"message":{"content":"x"}}],"usage":)"} + usage + "}";
            const auto read = read_answer(200, body, "");
            BOOST_TEST((read.how == ending::answered));
            BOOST_TEST((read.used == token_count{}));
        }
}

BOOST_AUTO_TEST_CASE(each_half_of_the_usage_counts_by_itself)
{
    const auto used = [](const std::string& usage) {
        return read_answer(200, R"({"choices":[{"message":{"content":"x"}}],"usage":)" + usage + "}", "").used;
    };
    BOOST_TEST((used(R"({"prompt_tokens":50})") == token_count{50, {}}));
    BOOST_TEST((used(R"({"prompt_tokens":-1,"completion_tokens":7})") == token_count{{}, 7}));
}

BOOST_AUTO_TEST_CASE(a_model_name_that_is_none_is_dropped)
{
    for (const auto& name : {std::string{"two words"}, std::string{"line\\nfeed"}, std::string{"nul\\u0000"},
                             std::string{"né"}, std::string(256, 'x')})
    {
        const auto body = R"({"model":")" + name + R"(","choices":[{"message":{"content":"x"}}]})";
        BOOST_TEST(read_answer(200, body, "").model.empty());
    }
}

BOOST_AUTO_TEST_CASE(each_refusal_has_its_class)
{
    const auto how = [](int status, std::string_view body) { return read_answer(status, body, "").how; };
    const auto policy =
        R"({"error":{"message":"The response was filtered due to Azure OpenAI's content management policy."}})";

    BOOST_TEST((how(400, policy) == ending::refused));
    BOOST_TEST((how(500, policy) == ending::failed));
    BOOST_TEST((how(400, "filtered") == ending::failed));
    BOOST_TEST((how(400, "content management policy") == ending::failed));
    BOOST_TEST((how(400, R"({"error":{"code":"content_filter"}})") == ending::refused));
    BOOST_TEST((how(403, R"({"error":{"code":"content_filter"}})") == ending::refused));
    BOOST_TEST((how(400, R"({"error":{"code":"other","message":"content_filter"}})") == ending::failed));
    BOOST_TEST((how(400, "content_filter") == ending::failed));
    BOOST_TEST((how(408, "") == ending::timed_out));
    BOOST_TEST((how(429, policy) == ending::rate_limited));
    for (const int status : {201, 204, 301, 400, 401, 403, 404, 413, 422, 500, 502, 503, 504, 529})
        BOOST_TEST((how(status, good) == ending::failed));
}

BOOST_AUTO_TEST_CASE(an_answer_that_was_filtered_is_a_refusal_with_its_usage)
{
    const auto read =
        read_answer(200,
                    R"({"choices":[{"finish_reason":"content_filter","message":{"content":"half an ans"}}],)"
                    R"("usage":{"prompt_tokens":5,"completion_tokens":2}})",
                    "");
    BOOST_TEST((read.how == ending::refused));
    BOOST_TEST(read.text.empty());
    BOOST_TEST((read.used == token_count{5, 2}));
}

BOOST_AUTO_TEST_CASE(retry_after_is_a_plain_positive_number)
{
    const std::pair<const char*, long> good_ones[] = {
        {"1", 1}, {"30", 30}, {"007", 7}, {"3600", 3600}, {"3601", 3600}, {"99999999999999999999999", 3600}};
    for (const auto& [text, seconds] : good_ones) BOOST_TEST(read_retry_after(text).value().count() == seconds);
    for (const auto* text : {"", "0", "000", "-1", "+1", "1.5", "1 ", "Wed, 21 Oct 2026 07:28:00 GMT", "1s"})
        BOOST_TEST(!read_retry_after(text).has_value());
}

BOOST_AUTO_TEST_CASE(tokens_are_estimated_from_code_points)
{
    BOOST_TEST(count_code_points("aé😀") == 3U);
    BOOST_TEST(estimate(0, 4) == 0U);
    BOOST_TEST(estimate(7, 4) == 1U);
    BOOST_TEST(estimate(8, 4) == 2U);
}

BOOST_AUTO_TEST_CASE(white_space_alone_is_blank)
{
    BOOST_TEST(is_blank(""));
    BOOST_TEST(is_blank(" \t\r\n\v\f"));
    BOOST_TEST(is_blank("\u00a0\u2003\u2028\u3000\u0085\u202f")); // white space of Unicode
    BOOST_TEST(!is_blank("\u200b"));                              // zero width, and no white space
    BOOST_TEST(!is_blank("\u00a0\xff"));
    BOOST_TEST(!is_blank("\xe3\x80"));
    BOOST_TEST(!is_blank(" x "));
}

BOOST_AUTO_TEST_SUITE_END()
