#include "codings.hpp"

#include "records.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::coding_agreement;

BOOST_AUTO_TEST_SUITE(codings)

BOOST_AUTO_TEST_CASE(equal_names_below_different_parents_are_different_codes)
{
    const code_path health_staff{"Health", "Staff"}, water_staff{"Water", "Staff"}, health_only{"Health"};
    code_tree       tree; // borrows the names
    const auto      health = tree.add(health_staff);
    const auto      water  = tree.add(water_staff);

    BOOST_TEST(health != water);
    BOOST_TEST(health == tree.add(health_staff));
    BOOST_TEST(tree.path(health) == health_staff, boost::test_tools::per_element());
    BOOST_TEST(tree.at_level(health, 1) == tree.add(health_only));
    BOOST_TEST(tree.at_level(health, 3) == no_code);
    BOOST_TEST(tree.levels() == 2U);
}

BOOST_AUTO_TEST_CASE(paths_are_ordered_by_their_names)
{
    const code_path paths[]{{"B"}, {"B", "A"}, {"A", "Z"}};
    code_tree       tree; // borrows the names
    const auto      second = tree.add(paths[0]);
    const auto      third  = tree.add(paths[1]);
    const auto      first  = tree.add(paths[2]);
    tree.sort();

    BOOST_TEST(tree.precedes(first, second));
    BOOST_TEST(tree.precedes(second, third));
    BOOST_TEST(tree.precedes(no_code, first));
    BOOST_TEST(!tree.precedes(first, no_code));
    BOOST_TEST(!tree.precedes(first, first));
}

BOOST_AUTO_TEST_CASE(a_level_has_the_beginnings_of_longer_codes_once)
{
    const std::vector<coded_record> records{coded({{"A", "X"}, {"A", "Y"}, {"B"}}, {{"A"}, {"A"}})};
    code_tree                       tree;
    const auto                      paths = read_paths(records, tree);

    const auto first = codings_at(paths, tree, 1);
    BOOST_TEST(first[0].human.size() == 2U);     // A and B
    BOOST_TEST(first[0].suggested.size() == 1U); // A
    const auto second = codings_at(paths, tree, 2);
    BOOST_TEST(second[0].human.size() == 2U);
    BOOST_TEST(second[0].suggested.empty());
    const auto complete = codings_at(paths, tree, {});
    BOOST_TEST(complete[0].human.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_code_has_the_highest_confidence_of_its_suggestions)
{
    coded_record record{.id = "R"};
    record.suggested = {{{"A", "X"}, 0.4}, {{"A", "Y"}, 0.7}, {{"A", "Z"}, {}}, {{"B"}, {}}};
    const std::vector<coded_record> records{record};
    code_tree                       tree;
    const auto                      paths = read_paths(records, tree);

    const auto first = codings_at(paths, tree, 1);
    BOOST_REQUIRE(first[0].scored.size() == 1U);
    BOOST_TEST(first[0].scored[0].confidence == 0.7);
    BOOST_TEST(codings_at(paths, tree, 2)[0].scored.size() == 2U);
}

BOOST_AUTO_TEST_CASE(equal_pairs_are_counted_once)
{
    const complete_codes data{{coded({{"A"}}, {{"B"}}), coded({{"B"}}, {{"A"}}), coded({{"A"}}, {{"B"}})}};

    BOOST_TEST(data.pairs.sets.size() == 2U);
    BOOST_REQUIRE(data.pairs.pairs.size() == 2U);
    BOOST_TEST(data.pairs.pairs[0].count == 2U);
    BOOST_TEST(data.pairs.pair_of == (std::vector<std::uint32_t>{0, 1, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
