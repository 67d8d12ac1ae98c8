#include "verbatim/feedback/explanation.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using feedback::displayed_explanation;

namespace {

std::string repeated(std::string_view text, int count)
{
    std::string result;
    for (int n = 0; n != count; ++n) result += text;
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(explanation)

BOOST_AUTO_TEST_CASE(a_long_explanation_is_cut_between_characters)
{
    const auto longest = repeated("é", 2'000);
    BOOST_TEST(displayed_explanation(longest) == longest);
    BOOST_TEST(displayed_explanation(longest + "é") == longest + "\u2026");
}

BOOST_AUTO_TEST_CASE(originals_are_restored_before_links_are_removed)
{
    const std::vector<std::vector<sdk::detected_entity>> findings{
        {{.begin = 0, .end = 3'000, .kind = "PERSON", .score = 1}}};
    const std::string         name(3'000, 'n');
    const feedback::redaction names{{name}, findings};

    BOOST_TEST(displayed_explanation("[By](https://x.example) me.", names) == "By me.");
    BOOST_TEST(displayed_explanation("<PERSON_0>", names) == name.substr(0, 2'000) + "\u2026");
    BOOST_TEST(displayed_explanation("<PERSON_0>") == "<PERSON_0>");
}

BOOST_AUTO_TEST_CASE(a_link_at_the_cut_is_no_link)
{
    const auto text = repeated("x", 1'980) + "[a](https://x.example/" + repeated("y", 100) + ")";
    BOOST_TEST(displayed_explanation(text).text().find("](") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
