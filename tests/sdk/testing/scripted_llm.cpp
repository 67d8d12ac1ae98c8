#include "verbatim/testing/scripted_llm.hpp"

#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <stdexcept>
#include <vector>

using namespace verbatim;
namespace json = boost::json;

namespace {

enum class colour
{
    red,
    green,
};
sdk::enum_values declare(colour)
{
    return {"Colour", {{"RED", colour::red, "Of blood."}, {"GREEN", colour::green, "Of grass."}}};
}

struct leaf
{
    std::string       name;
    std::vector<leaf> below;
};
void declare(sdk::schema_builder& schema, leaf& leaf)
{
    schema.name("Leaf", "It holds others.");
    schema.field("name", leaf.name, "What it is called.");
    schema.field("below", leaf.below, "Those in it.");
}

struct everything
{
    std::string           text;
    double                share = 0.0;
    std::int64_t          count = 0;
    bool                  yes   = false;
    std::optional<double> maybe;
    std::vector<colour>   colours;
    std::optional<leaf>   tree;
};
void declare(sdk::schema_builder& schema, everything& value)
{
    schema.name("Everything", "One of each.");
    schema.field("text", value.text, "A text.");
    schema.field("share", value.share, "A number.");
    schema.field("count", value.count, "An integer.");
    schema.field("yes", value.yes, "A boolean.");
    schema.field("maybe", value.maybe, "A number or null.");
    schema.field("colours", value.colours, "Words.");
    schema.field("tree", value.tree, "A type that holds itself, or null.");
}

struct fixture : testing::event_loop
{
    testing::scripted_llm model;
    sdk::chat_request     text_request{.system = sdk::prompt_text{"s"}, .user = sdk::prompt_text{"u"}};

    std::string complete(const sdk::chat_request& request) { return run(model.complete(request)).text; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(scripted_llm, fixture)

BOOST_AUTO_TEST_CASE(more_than_the_script_holds_is_a_mistake_of_the_test)
{
    model.reply("first");
    BOOST_TEST(complete(text_request) == "first");
    BOOST_CHECK_THROW(complete(text_request), std::logic_error);
}

BOOST_AUTO_TEST_CASE(what_is_improvised_fills_every_form)
{
    sdk::chat_request json_request = text_request;
    json_request.output_schema     = &feedback::output_schema_of<everything>("everything");
    model.auto_reply();

    const auto text = complete(json_request);

    everything read;
    BOOST_TEST(sdk::read(sdk::schema_of<everything>(), json::parse(text), &read).empty(), text);
    BOOST_TEST(read.text.find("<PERSON_0>") != std::string::npos);
    BOOST_TEST(read.share == 0.5);
    BOOST_TEST(read.maybe.value() == 0.5);
    BOOST_TEST((read.colours == std::vector{colour::red, colour::green, colour::red}));
    BOOST_TEST(read.tree.value().below.size() == 3u);
    BOOST_TEST(model.requests()[0].output_schema == "everything");
    BOOST_TEST(model.requests()[0].json_schema == json_request.output_schema->json_schema);
    BOOST_TEST(complete(text_request) == read.text);
}

BOOST_AUTO_TEST_CASE(a_call_with_words_of_its_own_leaves_the_script_to_the_next)
{
    model.reply("first").reply("second").reply_to_call(0, "own").fail_call(2, sdk::errc::llm_timeout);

    BOOST_TEST(complete(text_request) == "own");
    BOOST_TEST(complete(text_request) == "first");
    BOOST_TEST((run(model.try_complete(text_request)).error().code() == sdk::errc::llm_timeout));
    BOOST_TEST(complete(text_request) == "second");
}

BOOST_AUTO_TEST_CASE(a_blank_free_text_is_no_answer_as_it_is_none_of_the_host)
{
    model.reply(" \n").reply("");
    for (int n = 0; n != 2; ++n)
        BOOST_TEST((run(model.try_complete(text_request)).error().code() == sdk::errc::llm_error));
}

BOOST_AUTO_TEST_CASE(a_caller_who_has_gone_away_stays_away)
{
    model.auto_reply().cancel_call(1);
    complete(text_request);
    for (int n = 0; n != 2; ++n) BOOST_CHECK_THROW(complete(text_request), boost::system::system_error);
    BOOST_TEST(model.requests().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_call_asks_with_a_body_as_the_host_would_read_it)
{
    const auto read = &testing::read_request<leaf>;
    BOOST_TEST(read(R"({"name": "a", "below": [{"name": "b", "below": []}]})").below.at(0).name == "b");

    const auto names_the_field = [](const std::invalid_argument& error) {
        return std::string_view{error.what()} == "name: Input should be a valid string";
    };
    constexpr std::string_view wrong = R"({"name": 7, "below": []})";
    BOOST_CHECK_EXCEPTION(read(wrong), std::invalid_argument, names_the_field);
    BOOST_CHECK_EXCEPTION((testing::parsed_request{sdk::type_of<leaf>(), wrong}), std::invalid_argument,
                          names_the_field);
    BOOST_CHECK_THROW(read("{"), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
