#include "verbatim/feedback/list_output.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(list_output)

BOOST_AUTO_TEST_CASE(a_list_is_a_member_or_the_whole_output)
{
    for (const char* completion : {R"({"items": [1, 2]})", "[1, 2]", "```json\n[1, 2]\n```"})
    {
        const feedback::list_output output{completion};
        BOOST_REQUIRE(output.list("items"));
        BOOST_TEST(output.list("items")->size() == 2U, completion);
    }
    BOOST_TEST(feedback::list_output{R"({"items": [1, 2]})"}.member("items")->size() == 2U);
    BOOST_TEST(!feedback::list_output{"[1, 2]"}.member("items"));
    for (const char* completion : {"", "nothing", R"({"items": 1})", R"({"others": [1]})", "3", "[1, 2"})
        BOOST_TEST(!feedback::list_output{completion}.list("items"), completion);
}

BOOST_AUTO_TEST_CASE(whole_numbers_are_numbers_or_texts)
{
    const std::pair<const char*, std::optional<std::int64_t>> values[]{
        {"7", 7},         {"-1", -1},
        {"7.0", 7},       {R"("7")", 7},
        {R"(" 7\n")", 7}, {"7.5", {}},
        {R"("7.5")", {}}, {R"("7x")", {}},
        {R"("")", {}},    {"null", {}},
        {"true", {}},     {"[7]", {}},
        {"1e40", {}},     {R"("99999999999999999999")", {}}};
    for (const auto& [text, expected] : values)
        BOOST_CHECK_MESSAGE(feedback::whole_number(boost::json::parse(text)) == expected, text);
}

BOOST_AUTO_TEST_SUITE_END()
