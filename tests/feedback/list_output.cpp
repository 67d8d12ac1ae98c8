#include "verbatim/feedback/list_output.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
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

BOOST_AUTO_TEST_CASE(objects_are_read_by_their_number)
{
    const auto read = [](const char* output, std::size_t count) {
        std::string found;
        feedback::for_each_numbered(output, "items", "n", count, [&](const auto& object, std::size_t number) {
            found += std::to_string(number) + boost::json::value_to<std::string>(object.at("t")) + " ";
        });
        return found;
    };
    BOOST_TEST(read(R"({"items": [{"n": 1, "t": "b"}, {"n": 0, "t": "a"}, {"n": 1, "t": "c"}]})", 2) == "1b 0a ");
    BOOST_TEST(read(R"({"items": [{"n": "1", "t": "b"}, {"n": 2, "t": "x"}, {"n": -1, "t": "x"}, {"n": 0, "t": "a"}]})",
                    2) == "1b 0a ");
    BOOST_TEST(read(R"({"items": [{"n": 1, "t": "b"}]})", 2) == "1b ");
    // Counted from 1, each object would be that of its neighbour.
    BOOST_TEST(read(R"({"items": [{"n": 1, "t": "a"}, {"n": 2, "t": "b"}]})", 2).empty());
    BOOST_TEST(read(R"({"items": [{"n": 1, "t": "a"}]})", 1).empty());
}

BOOST_AUTO_TEST_SUITE_END()
