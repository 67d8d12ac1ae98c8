// A rejected reply is asked for once more with its error named: docs/reference/provider.md#repeats.
#include "core/llm/scripted_client.hpp"

#include "verbatim/feedback/output_schema.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
using support::stub_response;
using testing::completed;
using testing::scripted_client;
using cause = sdk::failure_cause;

namespace {

struct titled
{
    std::string title;
};
void declare(sdk::schema_builder& schema, titled& value)
{
    schema.name("Titled", "A title.");
    schema.field("title", value.title, "Title.");
}

struct fixture : scripted_client
{
    std::vector<boost::json::value> bodies; ///< of the requests to main
    std::vector<std::string>        replies;

    fixture()
    {
        request.output_schema     = &feedback::output_schema_of<titled>("titled");
        providers.answers["main"] = [this](const http_client::request& sent) {
            bodies.push_back(boost::json::parse(sent.body));
            const auto& reply = replies.at(std::min(bodies.size(), replies.size()) - 1);
            return completed(stub_response::chat(reply, 1'000, 100));
        };
    }

    const boost::json::array& messages(std::size_t n) const { return bodies.at(n).at("messages").as_array(); }
    std::string               content(std::size_t call, std::size_t message) const
    {
        return std::string{messages(call).at(message).at("content").as_string()};
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_repeats, fixture)

BOOST_AUTO_TEST_CASE(a_rejected_reply_is_asked_for_again_with_its_error_named)
{
    replies          = {R"({"name": "Water"})", R"({"title": "Water"})"};
    const auto reply = complete().value();

    BOOST_TEST(reply.text == R"({"title":"Water"})");
    BOOST_REQUIRE(bodies.size() == 2U);
    BOOST_TEST(messages(0).size() == 2U);
    BOOST_REQUIRE(messages(1).size() == 4U);
    for (const std::size_t n : {0U, 1U}) BOOST_TEST(content(1, n) == content(0, n));
    BOOST_TEST(messages(1).at(2).at("role") == "assistant");
    BOOST_TEST(content(1, 2) == replies[0]);
    BOOST_TEST(messages(1).at(3).at("role") == "user");
    BOOST_TEST(content(1, 3).find("title is missing.") != std::string::npos);
    BOOST_TEST(bodies[0].at("temperature") == bodies[1].at("temperature"));
    BOOST_TEST(bodies[0].at("response_format") == bodies[1].at("response_format"));

    BOOST_REQUIRE(ledger->attempts().size() == 2U);
    BOOST_TEST((ledger->attempts()[0].cause == cause::unreadable));
    BOOST_TEST(!ledger->attempts()[1].cause.has_value());
    BOOST_TEST(time.sleeps().empty());
}

BOOST_AUTO_TEST_CASE(a_reply_that_repeats_itself_is_used_up_to_its_first_repeat)
{
    std::string title = R"({"title": "Water is short.)";
    for (int n = 0; n != 200; ++n) title += " We wait.";
    replies          = {title};
    const auto reply = complete().value();
    BOOST_TEST(reply.text == R"({"title":"Water is short. We wait."})");
    BOOST_TEST(reply.truncated);
    BOOST_TEST(bodies.size() == 1U);
    BOOST_TEST((reply.repairs == std::vector{sdk::reply_repair::repetition, sdk::reply_repair::unclosed}));
}

BOOST_AUTO_TEST_CASE(a_reply_of_no_use_that_repeats_itself_is_asked_for_again_without_its_repeats)
{
    std::string list = R"({"titles": [)";
    for (int n = 0; n != 200; ++n) list += R"("Water", )";
    replies          = {list, R"({"title": "Water"})"};
    const auto reply = complete().value();
    BOOST_TEST(reply.text == R"({"title":"Water"})");
    BOOST_REQUIRE(bodies.size() == 2U);
    BOOST_TEST(content(1, 2).size() < 40U);
    BOOST_TEST(content(1, 3).find("The answer repeats itself. ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_second_failure_is_an_error_with_its_cause)
{
    replies           = {"no JSON"};
    const auto result = complete();
    BOOST_TEST((result.error().code() == sdk::errc::llm_error));
    BOOST_TEST((result.error().cause == cause::unreadable));
    BOOST_TEST(bodies.size() == 2U);
    BOOST_TEST(result.error().note().find("JSON") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_repaired_reply_costs_no_repeat_and_is_counted)
{
    replies          = {"Sure!\n```json\n{'Title': 'Water',}\n```"};
    const auto reply = complete().value();
    BOOST_TEST(reply.text == R"({"title":"Water"})");
    BOOST_TEST(bodies.size() == 1U);
    using enum sdk::reply_repair;
    BOOST_TEST((reply.repairs == std::vector{prose, commas, quotes, names}));
    const auto counted = client->statistics().repairs;
    for (std::size_t n = 0; n != counted.size(); ++n)
        BOOST_TEST(counted[n] == std::ranges::count(reply.repairs, static_cast<sdk::reply_repair>(n)));
}

BOOST_AUTO_TEST_CASE(a_fallback_gets_the_repeat)
{
    add_fallback("second");
    replies = {"no JSON"};
    std::string body;
    providers.answers["second"] = [&](const http_client::request& sent) {
        body = sent.body;
        return completed(stub_response::chat(R"({"title":"Water"})", 1'000, 100));
    };
    BOOST_TEST(complete().value().text == R"({"title":"Water"})");
    BOOST_TEST(boost::json::parse(body).at("messages").as_array().size() == 4U);
    BOOST_TEST(bodies.size() == 1U);

    providers.always("second", completed(stub_response::chat("no JSON", 1'000, 100)));
    BOOST_TEST((complete().error().cause == cause::unreadable));
    BOOST_TEST(providers.hosts.size() == 4U); // one repeat over all connections
}

BOOST_AUTO_TEST_CASE(a_long_reply_is_cut_and_a_blank_one_stands_for_itself)
{
    replies = {std::string(9'999, 'a') + "\u00e9", R"({"title":"Water"})"};
    complete().value();
    BOOST_TEST(content(1, 2) == std::string(2'000, 'a'));

    bodies.clear();
    replies = {" ", R"({"title":"Water"})"};
    complete().value();
    BOOST_TEST(content(1, 2) == "(no answer)");
}

BOOST_AUTO_TEST_CASE(a_repeat_counts_against_the_limits_of_the_request)
{
    spending = std::make_shared<llm::request_spending>(llm::request_limits{.max_calls = 1, .max_tokens = 1'000'000});
    replies  = {"no JSON", R"({"title":"Water"})"};
    const auto result = complete();
    BOOST_TEST((result.error().code() == sdk::errc::payload_too_large));
    BOOST_TEST(bodies.size() == 1U);
}

BOOST_AUTO_TEST_CASE(blank_free_text_is_asked_for_again)
{
    request.output_schema = nullptr;
    replies               = {"<think>hm</think>", "Water is short."};
    BOOST_TEST(complete().value().text == "Water is short.");
    BOOST_TEST(bodies.size() == 2U);
}

BOOST_AUTO_TEST_CASE(messages_of_anthropic_carry_the_rejected_reply)
{
    config.main.model = "anthropic/main";
    std::vector<std::string> sent;
    providers.answers["main"] = [&](const http_client::request& post) {
        sent.emplace_back(post.body);
        const auto* text = sent.size() == 1 ? "no JSON" : R"({\"title\":\"Water\"})";
        return completed({.body = std::string{R"({"content":[{"type":"text","text":")"} + text +
                                  R"("}],"stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":9}})"});
    };
    BOOST_TEST(complete().value().text == R"({"title":"Water"})");
    const auto body = boost::json::parse(sent.at(1));
    BOOST_REQUIRE(body.at("messages").as_array().size() == 3U);
    BOOST_TEST(body.at("messages").at(1).at("role") == "assistant");
    BOOST_TEST(body.at("messages").at(1).at("content") == "no JSON");
}

BOOST_AUTO_TEST_SUITE_END()
