#include "themes/model_output.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim::analyze_bulk::themes;

BOOST_AUTO_TEST_SUITE(theme_longest_outputs)

BOOST_AUTO_TEST_CASE(each_text_of_a_theme_is_as_long_as_it_is_read)
{
    const auto output = longest::themes(12, 65'536);

    BOOST_TEST(output.size() == 65'536u);
    const auto themes = parse_themes(output, 12).value();
    BOOST_TEST(themes.size() == 12u);
    for (const auto& theme : themes)
    {
        BOOST_TEST(theme.title.size() == max_title_length);
        BOOST_TEST(theme.definition.size() == max_definition_length);
        BOOST_TEST(theme.inclusion.size() == max_definition_length);
        BOOST_TEST(theme.sub_themes.size() == max_sub_themes);
        for (const auto& sub_theme : theme.sub_themes)
            BOOST_TEST(sub_theme.title.size() + sub_theme.definition.size() ==
                       max_title_length + max_definition_length);
    }
}

BOOST_AUTO_TEST_CASE(each_text_of_a_candidate_is_as_long_as_it_is_read)
{
    const auto output = longest::candidates(65'536);

    BOOST_TEST(output.size() <= 65'536u);
    const auto candidates = parse_candidates(output, 1).value().themes;
    BOOST_TEST(candidates.size() == max_candidates);
    for (const auto& candidate : candidates)
        BOOST_TEST(candidate.title.size() + candidate.definition.size() == max_title_length + max_definition_length);
}

BOOST_AUTO_TEST_CASE(every_theme_and_sub_theme_has_a_record)
{
    const std::vector<theme> themes{
        {.title = "Water", .definition = {}, .inclusion = {}, .sub_themes = {{"Wells", ""}, {"Pumps", ""}}},
        {.title = "Food", .definition = {}, .inclusion = {}, .sub_themes = {}}};
    const auto read = parse_assignments(longest::assignments(themes, 3, 65'536), themes, 3).value();
    BOOST_TEST(read.dropped == 0u);
    BOOST_TEST(read.records.at(0).value().size() == 4u);
    BOOST_TEST(read.records.at(2).value().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_short_output_has_the_most_entries_too)
{
    for (const std::size_t max_characters : {0, 1, 100, 800, 5'000})
    {
        BOOST_TEST(parse_themes(longest::themes(12, max_characters), 12).value().size() == 12u);
        BOOST_TEST(parse_candidates(longest::candidates(max_characters), 1).value().themes.size() == max_candidates);
    }
}

BOOST_AUTO_TEST_SUITE_END()
