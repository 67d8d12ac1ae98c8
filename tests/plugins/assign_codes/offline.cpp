#include "offline.hpp"

#include "support/listed_words.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim::assign_codes;

namespace {

node code(std::string name, std::vector<node> children = {}) { return {name, name, std::move(children)}; }

/// A framework and its picker.
struct codes
{
    framework           tree;
    std::vector<option> options;
    offline::picker     picker;

    explicit codes(framework framework, const verbatim::sdk::word_vectors* words = nullptr)
        : tree{std::move(framework)}
        , options{flatten(tree)}
        , picker{options, words}
    {}

    /// The names of the options that are picked for `text`.
    std::vector<std::string> picked(std::string_view text)
    {
        std::vector<std::string> names;
        for (const auto position : picker.pick(text).selected)
            names.push_back(options.at(static_cast<std::size_t>(position)).path.back()->name);
        return names;
    }

    level_score judge(std::string_view text, std::size_t position, std::size_t level)
    {
        return picker.judge(text, options.at(position), level);
    }
};

std::vector<std::string> picked(const framework& framework, std::string_view text)
{
    return codes{framework}.picked(text);
}

/// Water, a school, and a word of grammar in two languages.
const verbatim::support::listed_words table{{{"water", {2, 0}},
                                             {"ماء", {1.8F, 0.2F}},
                                             {"pumps", {1.5F, 0.3F}},
                                             {"school", {0.2F, 2}},
                                             {"المدرسة", {0.1F, 1.9F}},
                                             {"teacher", {0.3F, 1.5F}},
                                             {"لا", {0.2F, 0.2F}}}};

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
    BOOST_TEST(codes{french}.judge("Mon cheval est malade.", 0, 1).score > 0.5);
}

BOOST_AUTO_TEST_CASE(two_distinct_ideas_are_two_codes_and_a_code_and_its_level_above_are_one)
{
    BOOST_TEST(picked(topics, "The pump is broken and medicine stock is out.").size() == 2u);
    BOOST_TEST(picked(topics, "Broken pumps give no water.") == names{"Broken pumps"});
}

BOOST_AUTO_TEST_CASE(of_options_that_fit_alike_the_finer_is_picked)
{
    const framework repeated{{code("Water", {code("Water")})}};
    BOOST_TEST(codes{repeated}.picker.pick("No water.").selected.at(0) == 1);
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

BOOST_AUTO_TEST_CASE(a_level_is_as_likely_as_all_codes_below_it)
{
    codes      all{topics};
    const auto score = [&](std::string_view text, std::size_t level) { return all.judge(text, 3, level).score; };
    BOOST_TEST(score("The pump is broken.", 2) > 0.5);
    BOOST_TEST(score("The pump is broken.", 1) >= score("The pump is broken.", 2));
    BOOST_TEST(score("No water.", 1) > 0.5);
    BOOST_TEST(score("No water.", 2) == 0.0);
    BOOST_TEST(score("Bread is costly.", 2) == 0.0);
}

BOOST_AUTO_TEST_CASE(an_explanation_counts_words_and_claims_no_understanding)
{
    codes      all{topics};
    const auto shared = all.judge("The pump is broken.", 3, 2).explanation;
    BOOST_TEST(shared.starts_with("2 of the 2 topical words of the name of level 2"));
    BOOST_TEST(shared.ends_with("no sentence was understood."));
    BOOST_TEST(all.judge("Bread is costly.", 3, 2).explanation.starts_with("The feedback and the code share no"));
}

BOOST_AUTO_TEST_CASE(words_of_another_language_find_the_code_of_their_meaning)
{
    const framework tree{{code("Water", {code("Pumps")}), code("School", {code("Teacher")})}};
    codes           with{tree, &table}, without{tree};
    BOOST_TEST_REQUIRE(with.picked("لا ماء").size() == 1u);
    BOOST_TEST(with.picker.pick("لا ماء").selected.at(0) < 2);
    BOOST_TEST(with.picker.pick("المدرسة").selected.at(0) >= 2);
    BOOST_TEST(with.judge("لا ماء", 0, 1).score > with.judge("لا ماء", 2, 1).score);
    BOOST_TEST(without.picked("لا ماء").empty());
    BOOST_TEST(with.picked("xyzzy").empty());
}

BOOST_AUTO_TEST_CASE(threads_get_the_same_answers)
{
    codes            all{topics, &table};
    const auto       expected = all.picker.pick("The pump is broken.").selected;
    const auto       score    = all.judge("No water.", 3, 2).score;
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> threads;
        for (int n = 0; n != 4; ++n)
            threads.emplace_back([&] {
                for (int m = 0; m != 50; ++m)
                    wrong += all.picker.pick("The pump is broken.").selected != expected ||
                             all.judge("No water.", 3, 2).score != score;
            });
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(descriptions_aliases_criteria_and_examples_are_read)
{
    const node stock{"s",          "Stock-outs",         {},         "Insulin and other drugs.",
                     {"shortage"}, {"empty pharmacies"}, {"prices"}, {"We were sent home without tablets."}};
    codes      all{{{code("Health", {stock}), code("Prices", {code("Bread")})}}};
    for (const char* text :
         {"No insulin.", "A shortage again.", "The pharmacy is empty.", "She went home without tablets."})
    {
        BOOST_TEST(all.picked(text) == names{"Stock-outs"}, text);
        BOOST_TEST(all.judge(text, 1, 2).score > 0.3, text);
    }
    BOOST_TEST(all.picked("Prices rise.") == names{"Prices"});
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
    codes all{{{deep}}};
    BOOST_TEST(all.picked("No pumps.") == names{"pumps"});
    for (std::size_t level = 1; level <= 16; ++level) BOOST_TEST(all.judge("No pumps.", 15, level).score > 0.5);
}

BOOST_AUTO_TEST_CASE(any_text_and_any_name_are_read)
{
    std::string words;
    for (int n = 0; n != 20'000; ++n) words += "w" + std::to_string(n) + " ";
    const framework odd{{code(""), code("> > >"), code("\xff\xfe"), code(std::string(10'000, 'a')), code(words)}};
    for (const std::string& text : {std::string{}, std::string{"!!!"}, std::string{"\xff water"}, words})
    {
        for (const bool has_table : {false, true})
        {
            codes all{odd, has_table ? &table : nullptr};
            all.picked(text);
            for (std::size_t n = 0; n != all.options.size(); ++n)
            {
                const auto score = all.judge(text, n, 1);
                BOOST_TEST(!score.explanation.empty());
                BOOST_TEST((score.score >= 0 && score.score <= 1));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
