#include "themes/model_output.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk::themes;

namespace {

const std::vector<theme> two_themes{{"Water", "W", "", {{"Wells", ""}, {"Pumps", ""}}}, {"Food", "F", "", {}}};

std::vector<std::string> ids_of(const std::optional<std::vector<theme_reference>>& references)
{
    if (!references) return {"not answered"};
    std::vector<std::string> ids;
    for (const auto& reference : *references) ids.push_back(id_of(reference));
    return ids;
}

} // namespace

BOOST_AUTO_TEST_SUITE(theme_model_output)

BOOST_AUTO_TEST_CASE(ids_are_found_in_the_forms_that_models_write)
{
    for (const char* id : {"T1", "t1", " T1 ", "1"})
        BOOST_TEST((find_theme(two_themes, id) == theme_reference{0, {}}), id);
    BOOST_TEST((find_theme(two_themes, "T1.2") == theme_reference{0, 1}));
    for (const char* id :
         {"", "T", "T0", "T3", "T1.3", "T1.0", "T2.1", "T1.", "T-1", "T1.2.1", "Water", "T99999999999999999999"})
        BOOST_TEST(!find_theme(two_themes, id), id);
}

BOOST_AUTO_TEST_CASE(assignments_that_do_not_exist_or_repeat_are_dropped_and_counted)
{
    const auto read = parse_assignments(R"(Sure: {"assignments":[
        {"record":1,"themes":["T1","T1","T9","T1.2"]}, {"record":"2","themes":[2]}, {"record":1,"themes":["T2"]},
        {"record":7,"themes":["T1"]}, {"record":0,"themes":[]}, {"record":null,"themes":[]}, 5,
        {"record":3,"themes":"T1"}, {"record":4,"themes":[]}],
        "quotes":[{"theme":"T1","record":1,"sentence":2}, {"theme":"T5","record":1,"sentence":1},
                  {"theme":"T1","record":1,"sentence":"So they said"}, "an own quote"]})",
                                        two_themes, 5);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(ids_of(read->records[0]) == (std::vector<std::string>{"T1", "T1.2"}), boost::test_tools::per_element());
    BOOST_TEST(ids_of(read->records[1]) == (std::vector<std::string>{"T2"}), boost::test_tools::per_element());
    BOOST_TEST(ids_of(read->records[2]).empty());
    BOOST_TEST(ids_of(read->records[3]).empty());
    BOOST_TEST(ids_of(read->records[4]) == (std::vector<std::string>{"not answered"}),
               boost::test_tools::per_element());
    BOOST_REQUIRE(read->quotes.size() == 1u);
    BOOST_TEST(read->quotes[0].sentence == 1u);
    BOOST_TEST(read->dropped == 10u); // T1 again, T9, five records, three quotes
}

BOOST_AUTO_TEST_CASE(an_output_without_a_list_is_unreadable)
{
    for (const char* output : {"", "I refuse.", "{}", R"({"assignments":{}})", "7", "null", R"({"assignments":[)"})
        BOOST_TEST(!parse_assignments(output, two_themes, 1), output);
    for (const char* output : {"", "no", "{}", R"({"themes":1})"})
    {
        BOOST_TEST(!parse_themes(output, 12), output);
        BOOST_TEST(!parse_candidates(output, 12), output);
    }
}

BOOST_AUTO_TEST_CASE(themes_are_cleaned_and_bounded)
{
    const auto long_text = std::string(5'000, 'x');
    const auto read      = parse_themes(R"({"themes":[{"title":" Wa\nter ","definition":")" + long_text +
                                            R"(","sub_themes":[{"title":"a"},{"title":"A"},{"title":""},
                                                               {"title":"wa TER"},{"title":"b"}]},
                                        {"title":"WA TER"},{"title":""},{"definition":"none"},3,
                                        {"title":"Food"},{"title":"Roads"}]})",
                                        2);
    BOOST_REQUIRE(read.has_value());
    BOOST_REQUIRE(read->size() == 2u);
    BOOST_TEST((*read)[0].title == "Wa ter");
    BOOST_TEST((*read)[0].definition.size() == max_definition_length);
    BOOST_TEST((*read)[0].sub_themes.size() == 2u);
    BOOST_TEST((*read)[1].title == "Food");
}

BOOST_AUTO_TEST_CASE(a_candidate_of_records_that_do_not_exist_is_left_out)
{
    const auto read = parse_candidates(R"({"themes":[{"title":"Water","definition":"d","records":[1,1,2,9]},
                                           {"title":"Invented","records":[7,8]},{"title":"Plain","records":[]}]})",
                                       2);
    BOOST_REQUIRE(read.has_value());
    BOOST_REQUIRE(read->themes.size() == 2u);
    BOOST_TEST(read->themes[0].records == (std::vector<std::int64_t>{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(read->themes[1].title == "Plain");
    BOOST_TEST(read->dropped == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
