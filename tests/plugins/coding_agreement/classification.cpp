#include "classification.hpp"

#include "records.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::coding_agreement;

BOOST_AUTO_TEST_SUITE(classification)

BOOST_AUTO_TEST_CASE(scores_are_absent_where_nothing_can_be_divided)
{
    const auto missed = scores_of({.only_human = 2});
    BOOST_TEST(!missed.precision.has_value());
    BOOST_TEST(missed.recall.value() == 0);
    BOOST_TEST(missed.f1.value() == 0);

    const auto none = scores_of({});
    BOOST_TEST(!none.precision.has_value());
    BOOST_TEST(!none.recall.has_value());
    BOOST_TEST(!none.f1.has_value());

    const auto some = scores_of({.both = 2, .only_human = 2, .only_suggested = 6});
    BOOST_TEST(some.precision.value() == 0.25);
    BOOST_TEST(some.recall.value() == 0.5);
    BOOST_TEST(some.f1.value() == 4.0 / 12);
}

BOOST_AUTO_TEST_CASE(frequent_codes_come_first_and_equal_ones_by_path)
{
    const complete_codes data{{coded({{"B"}}, {{"C"}}), coded({{"A"}}, {{"C"}})}};
    const auto           codes = count_codes(data.pairs, data.tree);
    BOOST_REQUIRE(codes.size() == 3U);
    BOOST_TEST(data.tree.path(codes[0].code).front() == "C");
    BOOST_TEST(data.tree.path(codes[1].code).front() == "A");
    BOOST_TEST(data.tree.path(codes[2].code).front() == "B");
    BOOST_TEST(codes[0].counts.only_suggested == 2U);
}

BOOST_AUTO_TEST_CASE(macro_scores_leave_out_codes_without_the_score)
{
    // A: suggested twice, once rightly. B: never suggested, so it has no precision.
    const std::vector<counted_code> codes{{0, {.both = 1, .only_suggested = 1}}, {1, {.only_human = 1}}};
    const auto                      macro = macro_scores(codes);
    BOOST_TEST(macro.precision.value() == 0.5);
    BOOST_TEST(macro.recall.value() == 0.5);
    const auto micro = micro_scores(codes);
    BOOST_TEST(micro.precision.value() == 0.5);
    BOOST_TEST(micro.recall.value() == 0.5);
    BOOST_TEST(!macro_scores({}).f1.has_value());
}

BOOST_AUTO_TEST_CASE(order_and_repetition_of_codes_do_not_matter_for_an_exact_match)
{
    const complete_codes data{
        {coded({{"A"}, {"B"}}, {{"B"}, {"A"}, {"A"}}), coded({}, {}), coded({{"A"}}, {}), coded({}, {{"A"}})}};
    BOOST_TEST(exact_match(data.pairs) == 0.5);
}

BOOST_AUTO_TEST_CASE(a_confusion_names_what_is_suggested_instead)
{
    const complete_codes data{{coded({{"A"}}, {{"B"}}), coded({{"A"}, {"C"}}, {{"B"}, {"C"}}), coded({{"A"}}, {}),
                               coded({}, {{"D"}}), coded({{"C"}}, {{"C"}})}};
    const auto           confusions = find_confusions(data.pairs, data.tree, 10, 5);
    const auto name = [&](code_id code) { return code == no_code ? std::string{} : data.tree.path(code).front(); };

    BOOST_REQUIRE(confusions.size() == 3U);
    BOOST_TEST(name(confusions[0].human) == "A");
    BOOST_TEST(name(confusions[0].suggested) == "B");
    BOOST_TEST(confusions[0].count == 2U); // C is common to both, so it is not confused
    BOOST_TEST(confusions[0].positions == (std::vector<std::uint32_t>{0, 1}), boost::test_tools::per_element());
    BOOST_TEST(name(confusions[1].human) == ""); // a surplus suggestion
    BOOST_TEST(name(confusions[1].suggested) == "D");
    BOOST_TEST(name(confusions[2].human) == "A"); // nothing suggested instead
    BOOST_TEST(name(confusions[2].suggested) == "");
}

BOOST_AUTO_TEST_CASE(too_many_confusions_are_a_validation_error)
{
    paths human, suggested;
    for (int n = 0; n != 50; ++n) suggested.push_back({"S" + std::to_string(n)});
    for (int n = 0; n != 49; ++n) human.push_back({"H" + std::to_string(n)});
    std::vector<coded_record> records;
    for (int n = 0; n != 1'600; ++n) // 2,500 confusions in each
    {
        records.push_back(coded(human, suggested));
        records.back().human.push_back({std::to_string(n)});
    }
    const complete_codes data{std::move(records)};
    BOOST_CHECK_THROW(find_confusions(data.pairs, data.tree, 10, 5), verbatim::sdk::validation_error);
}

BOOST_AUTO_TEST_CASE(confusions_and_their_examples_are_bounded)
{
    std::vector<coded_record> records(8, coded({{"A"}}, {{"B"}}));
    records.push_back(coded({{"A"}}, {{"C"}}));
    const complete_codes data{std::move(records)};
    const auto           confusions = find_confusions(data.pairs, data.tree, 1, 5);
    BOOST_REQUIRE(confusions.size() == 1U);
    BOOST_TEST(confusions[0].count == 8U);
    BOOST_TEST(confusions[0].positions.size() == 5U);
    BOOST_TEST(find_confusions(data.pairs, data.tree, 0, 5).empty());
}

BOOST_AUTO_TEST_SUITE_END()
