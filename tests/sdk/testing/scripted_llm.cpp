#include "verbatim/testing/scripted_llm.hpp"

#include "verbatim/feedback/form.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

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
sdk::words declare(colour) { return {{"RED", colour::red, "Of blood."}, {"GREEN", colour::green, "Of grass."}}; }

struct leaf
{
    std::string       name;
    std::vector<leaf> below;
};
void declare(sdk::declaration& wire, leaf& one)
{
    wire.is("Leaf", "It holds others.");
    wire.gives("name", one.name, "What it is called.");
    wire.gives("below", one.below, "Those in it.");
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
void declare(sdk::declaration& wire, everything& one)
{
    wire.is("Everything", "One of each.");
    wire.gives("text", one.text, "A text.");
    wire.gives("share", one.share, "A number.");
    wire.gives("count", one.count, "An integer.");
    wire.gives("yes", one.yes, "A boolean.");
    wire.gives("maybe", one.maybe, "A number or null.");
    wire.gives("colours", one.colours, "Words.");
    wire.gives("tree", one.tree, "A type that holds itself, or null.");
}

struct bench : testing::loop
{
    testing::scripted_llm model;
    sdk::conversation     free{.system = sdk::outbound::trusted("s"), .user = sdk::outbound::trusted("u")};

    std::string said(const sdk::conversation& what) { return run(model.complete(what)).text; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(scripted_llm, bench)

BOOST_AUTO_TEST_CASE(more_than_the_script_holds_is_a_mistake_of_the_test)
{
    model.says("first");
    BOOST_TEST(said(free) == "first");
    BOOST_CHECK_THROW(said(free), std::logic_error);
}

BOOST_AUTO_TEST_CASE(what_is_improvised_fills_every_form)
{
    sdk::conversation filled = free;
    filled.form              = &feedback::form_of<everything>("everything");
    model.improvises();

    const auto text = said(filled);

    everything read;
    BOOST_TEST(sdk::read(sdk::declared<everything>(), json::parse(text), &read).empty(), text);
    BOOST_TEST(read.text.find("<PERSON_0>") != std::string::npos);
    BOOST_TEST(read.share == 0.5);
    BOOST_TEST(read.maybe.value() == 0.5);
    BOOST_TEST((read.colours == std::vector{colour::red, colour::green, colour::red}));
    BOOST_TEST(read.tree.value().below.size() == 3u);
    BOOST_TEST(model.conversations()[0].form == "everything");
    BOOST_TEST(model.conversations()[0].schema == filled.form->schema);
    BOOST_TEST(said(free) == read.text);
}

BOOST_AUTO_TEST_CASE(a_call_with_words_of_its_own_leaves_the_script_to_the_next)
{
    model.says("first").says("second").says_to_call(0, "own").fails_call(2, sdk::errc::llm_timeout);

    BOOST_TEST(said(free) == "own");
    BOOST_TEST(said(free) == "first");
    BOOST_TEST((run(model.try_complete(free)).error().code() == sdk::errc::llm_timeout));
    BOOST_TEST(said(free) == "second");
}

BOOST_AUTO_TEST_CASE(a_blank_free_text_is_no_answer_as_it_is_none_of_the_host)
{
    model.says(" \n").says("");
    for (int n = 0; n != 2; ++n) BOOST_TEST((run(model.try_complete(free)).error().code() == sdk::errc::llm_error));
}

BOOST_AUTO_TEST_CASE(a_caller_who_has_gone_away_stays_away)
{
    model.improvises().cancels_call(1);
    said(free);
    for (int n = 0; n != 2; ++n) BOOST_CHECK_THROW(said(free), boost::system::system_error);
    BOOST_TEST(model.conversations().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_call_asks_with_a_body_as_the_host_would_read_it)
{
    testing::fake_call call;
    call.asks(sdk::type_of<leaf>(), R"({"name": "a", "below": [{"name": "b", "below": []}]})");
    BOOST_TEST(call.asked<leaf>().below.at(0).name == "b");

    BOOST_CHECK_EXCEPTION(
        call.asks(sdk::type_of<leaf>(), R"({"name": 7, "below": []})"), std::invalid_argument,
        [](const std::invalid_argument& one) { return std::string_view{one.what()}.starts_with("name: "); });
    BOOST_CHECK_THROW(call.asked<everything>(), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
