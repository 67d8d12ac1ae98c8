#include "code_index.hpp"

#include "framework.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::suggest_codes;

namespace {

struct fixture : example_options
{
    suggest_codes::code_index index{options};

    double similarity(std::string_view name, std::string_view meaning, std::size_t option)
    {
        for (const auto& code : index.nearest(name, meaning))
            if (code.option == option) return code.similarity;
        return 0;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(code_index, fixture)

BOOST_AUTO_TEST_CASE(the_same_name_has_the_similarity_one)
{
    BOOST_TEST(similarity("Medicine", "Other words that change nothing.", 1) == 1, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(similarity("MEDICINES", "", 1) == 1, boost::test_tools::tolerance(1e-9)); // words are stemmed
}

BOOST_AUTO_TEST_CASE(shared_words_make_codes_similar_and_others_do_not)
{
    const auto nearest = index.nearest("Pump repair", "Requests to repair a pump.");
    BOOST_REQUIRE(!nearest.empty());
    BOOST_TEST(nearest.front().option == 4U);
    BOOST_TEST(nearest.front().similarity > 0.2);
    BOOST_TEST(nearest.front().similarity < 1);
    BOOST_TEST(similarity("Pump repair", "", 1) == 0);
}

BOOST_AUTO_TEST_CASE(names_of_parents_count_little)
{
    BOOST_TEST(similarity("Water quality", "", 3) > similarity("Water quality", "", 4));
    BOOST_TEST(similarity("Water quality", "", 4) > 0);
}

BOOST_AUTO_TEST_CASE(descriptions_and_aliases_count_but_not_exclusions)
{
    auto& medicine       = framework.root_codes[0].children[0];
    medicine.description = "Shortages of insulin.";
    medicine.aliases     = {"Drugs"};
    medicine.exclude     = {"Vaccines"};
    suggest_codes::code_index described{options};
    BOOST_TEST(described.nearest("Insulin", "").front().option == 1U);
    BOOST_TEST(described.nearest("Drugs", "").front().option == 1U);
    BOOST_TEST(described.nearest("Vaccines", "").empty());
}

BOOST_AUTO_TEST_CASE(a_text_without_topical_words_is_like_nothing)
{
    BOOST_TEST(index.nearest("", "").empty());
    BOOST_TEST(index.nearest("the of 12", "and <PERSON_0>").empty());
}

BOOST_AUTO_TEST_CASE(similarities_stay_within_bounds)
{
    const codebook::node      blank{.id = "", .name = "  \n"};
    const codebook::framework codes{{blank, blank}};
    const auto                blanks = codebook::flatten(codes);
    suggest_codes::code_index empty{blanks};
    const std::string         words(100'000, 'w');
    BOOST_TEST(empty.nearest("Medicine", words).empty());
    for (const auto& code : index.nearest("Health medicine clinic staff water broken pump", words))
    {
        BOOST_TEST(code.similarity >= 0);
        BOOST_TEST(code.similarity <= 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()
