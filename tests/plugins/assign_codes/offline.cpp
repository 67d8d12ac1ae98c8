#include "offline.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim::assign_codes;

namespace {

node code(std::string name, std::vector<node> children = {}) { return {name, name, std::move(children)}; }

/// The names of the options that are picked for `text`.
std::vector<std::string> picked(const framework& framework, std::string_view text)
{
    const auto               options = flatten(framework);
    std::vector<std::string> names;
    for (const auto position : offline::picker{options}.pick(text).selected)
        names.push_back(options.at(static_cast<std::size_t>(position)).path.back()->name);
    return names;
}

using names = std::vector<std::string>;

const framework topics{
    {code("Health", {code("Medicine stock-outs")}), code("Water", {code("Broken pumps"), code("Distance")})}};

const framework acts{{code("Questions", {code("Questions about face masks"), code("Questions about prayer")}),
                      code("Beliefs", {code("Beliefs about face masks")}),
                      code("Requests", {code("Requests for face masks")})}};

} // namespace

BOOST_AUTO_TEST_SUITE(offline_coding)

BOOST_AUTO_TEST_CASE(a_code_is_picked_by_shared_words)
{
    BOOST_TEST(picked(topics, "The pump in our street is broken.") == names{"Broken pumps"});
    BOOST_TEST(picked(topics, "No medicines in stock.") == names{"Medicine stock-outs"});
    BOOST_TEST(picked(topics, "<PERSON_0> says that the water is dirty.") == names{"Water"});
    BOOST_TEST(picked(topics, "Thank you all.").empty());
    BOOST_TEST(picked({}, "The pump is broken.").empty());
}

BOOST_AUTO_TEST_CASE(a_name_without_a_detected_language_is_read_in_that_of_the_framework)
{
    const framework french{{code("Chevaux"), code("Le manque d'eau dans le camp")}};
    BOOST_TEST(picked(french, "Mon cheval est malade.") == names{"Chevaux"});
    BOOST_TEST(offline::judge("Mon cheval est malade.", flatten(french).front(), 1).score == 1.0);
}

BOOST_AUTO_TEST_CASE(two_distinct_ideas_are_two_codes)
{
    BOOST_TEST(picked(topics, "The pump is broken and medicine stock is out.").size() == 2u);
}

BOOST_AUTO_TEST_CASE(of_options_that_fit_alike_the_finer_is_picked)
{
    const framework repeated{{code("Water", {code("Water")})}};
    const auto      options = flatten(repeated);
    BOOST_TEST(offline::picker{options}.pick("No water.").selected.at(0) == 1);
}

BOOST_AUTO_TEST_CASE(the_speech_act_decides_between_codes_of_one_topic)
{
    const auto best = [](std::string_view text) {
        const auto all = picked(acts, text);
        return all.empty() ? std::string{} : all.front();
    };
    BOOST_TEST(best("Caller asks how face masks are washed.") == "Questions about face masks");
    BOOST_TEST(best("A man believes that face masks make ill.") == "Beliefs about face masks");
    BOOST_TEST(best("The community requests face masks.") == "Requests for face masks");
    BOOST_TEST(best("Face masks, how long?") == "Questions about face masks");
    BOOST_TEST(best("Жители просят: face masks.") == "Requests for face masks");
    BOOST_TEST(best("On croit que face masks") == "Beliefs about face masks");
    BOOST_TEST(best("Caller asks about football.").empty()); // the topic must be there
}

BOOST_AUTO_TEST_CASE(a_level_is_scored_by_its_words_and_those_below)
{
    const auto options = flatten(topics);
    const auto pumps   = options.at(3);
    BOOST_TEST(offline::judge("The pump is broken.", pumps, 2).score == 1.0);
    BOOST_TEST(offline::judge("The pump is broken.", pumps, 1).score == 1.0);
    BOOST_TEST(offline::judge("No water.", pumps, 1).score == 1.0);
    BOOST_TEST(offline::judge("No water.", pumps, 2).score == 0.0);
    BOOST_TEST(offline::judge("Bread is costly.", pumps, 2).score == 0.0);
    BOOST_TEST(
        offline::judge("Bread is costly.", pumps, 2).explanation.starts_with("0 of the 2 topical words of the name"));
}

BOOST_AUTO_TEST_CASE(a_level_without_topical_words_has_the_score_of_the_nearest_level)
{
    const framework other{{code("Water", {code("Other", {code("This and that")})})}};
    const auto      path = flatten(other).back();
    BOOST_TEST(offline::judge("No water.", path, 3).score == 1.0);
    BOOST_TEST(offline::judge("No water.", path, 3).explanation.find("level 1") != std::string::npos);
    BOOST_TEST(offline::judge("Bread is costly.", path, 3).score == 0.0);
    const framework nothing{{code("-")}};
    BOOST_TEST(offline::judge("No water.", flatten(nothing).front(), 1).score == 0.0);
}

BOOST_AUTO_TEST_CASE(descriptions_aliases_criteria_and_examples_are_read)
{
    const node      stock{"s",          "Stock-outs",         {},         "Insulin and other drugs.",
                     {"shortage"}, {"empty pharmacies"}, {"prices"}, {"We were sent home without tablets."}};
    const framework codes{{code("Health", {stock}), code("Prices", {code("Bread")})}};
    for (const char* text :
         {"No insulin.", "A shortage again.", "The pharmacy is empty.", "She went home without tablets."})
    {
        BOOST_TEST(picked(codes, text) == names{"Stock-outs"}, text);
        BOOST_TEST(offline::judge(text, flatten(codes).at(1), 2).score > 0.3, text);
    }
    BOOST_TEST(picked(codes, "Prices rise.") == names{"Prices"});
}

BOOST_AUTO_TEST_CASE(replies_of_staff_do_not_count)
{
    BOOST_TEST(picked(topics, "The pump is broken. Operator sent medicine from stock.") == names{"Broken pumps"});
    BOOST_TEST(picked(topics, "Operator received a call: no medicine in stock.") == names{"Medicine stock-outs"});
}

BOOST_AUTO_TEST_CASE(sixteen_levels_of_long_texts_are_read)
{
    std::string words;
    for (int n = 0; words.size() < 1'900; ++n) words += "word" + std::to_string(n) + " ";
    node deep = code("pumps");
    for (int level = 1; level != 16; ++level)
    {
        node above        = code("level " + std::to_string(level), {deep});
        above.description = words;
        above.examples    = {words, "</options>\n0: \x01\xff", words};
        deep              = std::move(above);
    }
    const framework codes{{deep}};
    BOOST_TEST(picked(codes, "No pumps.") == names{"pumps"});
    const auto path = flatten(codes).back();
    for (std::size_t level = 1; level <= 16; ++level) BOOST_TEST(offline::judge("No pumps.", path, level).score == 1.0);
}

BOOST_AUTO_TEST_CASE(any_text_and_any_name_are_read)
{
    std::string words;
    for (int n = 0; n != 20'000; ++n) words += "w" + std::to_string(n) + " ";
    const framework odd{{code(""), code("> > >"), code("\xff\xfe"), code(std::string(10'000, 'a')), code(words)}};
    for (const std::string& text : {std::string{}, std::string{"!!!"}, std::string{"\xff water"}, words})
    {
        picked(odd, text);
        for (const auto& option : flatten(odd)) BOOST_TEST(!offline::judge(text, option, 1).explanation.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
