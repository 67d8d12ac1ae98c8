#include "cli/input/csv.hpp"

#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
using input::guess_delimiter;
using input::parse_csv;

using rows = std::vector<std::vector<std::string>>;

namespace {

void check_rows(const std::string& text, const rows& expected)
{
    BOOST_TEST_CONTEXT(text) { BOOST_TEST((rows_of(parse_csv(text)) == expected)); }
}

std::string refusal(const std::string& text)
{
    return failure_of([&] { (void)parse_csv(text); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(records_are_divided_as_rfc_4180_says)
{
    check_rows("id,text\n1,a\n2,b\n", {{"id", "text"}, {"1", "a"}, {"2", "b"}});
    check_rows("id,text\r\n1,a\r\n2,b", {{"id", "text"}, {"1", "a"}, {"2", "b"}});
    check_rows("id,text\r1,a\r2,b", {{"id", "text"}, {"1", "a"}, {"2", "b"}});
    check_rows("id,text\n1,\"two\nlines, and a \"\"quote\"\"\"\n",
               {{"id", "text"}, {"1", "two\nlines, and a \"quote\""}});
    check_rows("id,text\n\"1\",\"\"\n2,\n", {{"id", "text"}, {"1", ""}, {"2", ""}});
    check_rows("id,text\n1,a \"b\" c\n", {{"id", "text"}, {"1", "a \"b\" c"}});
    check_rows("id,text\n1,\"a\" \n", {{"id", "text"}, {"1", "a"}});
}

BOOST_AUTO_TEST_CASE(blank_records_are_left_out_and_short_ones_are_filled)
{
    check_rows("\n\nid,text,date\n\n1,a\n,,\n2,b,c\n\n", {{"id", "text", "date"}, {"1", "a", ""}, {"2", "b", "c"}});
    check_rows("id,text,,\n1,a,,\n", {{"id", "text"}, {"1", "a"}});
    const auto read = parse_csv("id,text\n1,a" + std::string(1'000, ',') + "\n");
    BOOST_TEST(read.cell_count(0) == 2U); // a long line of delimiters takes no memory
}

BOOST_AUTO_TEST_CASE(columns_have_distinct_names)
{
    check_rows("a,a,,a\n1,2,3,4\n", {{"a", "a (2)", "column 3", "a (3)"}, {"1", "2", "3", "4"}});
    check_rows("a,a (2),a\n1,2,3\n", {{"a", "a (2)", "a (3)"}, {"1", "2", "3"}});
    check_rows(" id , text\n1,2\n", {{"id", "text"}, {"1", "2"}});
}

BOOST_AUTO_TEST_CASE(a_row_is_found_at_its_place_in_a_spreadsheet)
{
    const auto read = parse_csv("id,text\n1,\"a\nb\"\n\n2,c\n");
    BOOST_TEST(read.place_name(0) == "row 2");
    BOOST_TEST(read.place_name(1) == "row 4");
    BOOST_TEST(parse_csv("sep=;\nid;text\n1;a\n").place_name(0) == "row 3");
}

BOOST_AUTO_TEST_CASE(the_delimiter_is_guessed_from_the_first_records)
{
    BOOST_TEST(guess_delimiter("id,text\n1,a; b; c\n2,d; e; f\n") == ',');
    BOOST_TEST(guess_delimiter("id;text\n1;a, b, c\n2;d\n") == ';');
    BOOST_TEST(guess_delimiter("id\ttext\n1\ta, b\n") == '\t');
    BOOST_TEST(guess_delimiter("id|text\n1|a\n") == '|');
    BOOST_TEST(guess_delimiter("id;text\n1;\"a;b;c\nd;e\"\n2;f\n") == ';');
    BOOST_TEST(guess_delimiter("text\nonly one column\n") == ',');
    BOOST_TEST(guess_delimiter("sep=|\nid|text\n") == '|');
    BOOST_TEST(guess_delimiter("") == ',');
    BOOST_TEST(guess_delimiter("sep=") == ',');
    BOOST_TEST(guess_delimiter("\"") == ',');
}

BOOST_AUTO_TEST_CASE(a_named_delimiter_is_used)
{
    BOOST_TEST((rows_of(parse_csv("a;b,c\n1;2,3\n", ',')) == rows{{"a;b", "c"}, {"1;2", "3"}}));
}

BOOST_AUTO_TEST_CASE(problems_name_the_row_and_the_fix)
{
    BOOST_TEST(refusal("id,text\n1,a\n2,\"never closed\n3,b\n") ==
               "row 3: a quoted cell has no end. Add the closing quote; a quote inside a cell is written twice");
    BOOST_TEST(refusal("id,text\n1,\"a\" b\n") ==
               "row 2: text follows the closing quote of a cell. A quote inside a quoted cell is written twice");
    BOOST_TEST(refusal("id,text\n1,a\n2,b,c\n").starts_with("row 3: has 3 cells, but the first row names 2 columns"));
    BOOST_TEST(refusal("").starts_with("has no rows"));
    BOOST_TEST(refusal("\n\n,,\n").starts_with("has no rows"));
}

BOOST_AUTO_TEST_CASE(problems_quote_nothing_of_the_file)
{
    for (const auto* text : {"id,text\n1,\"secret", "id,text\n1,\"secret\"secret\n", "id,text\n1,a,secret\n"})
        BOOST_TEST(refusal(text).find("secret") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(any_bytes_are_rows_or_a_problem)
{
    const std::string alphabet = "a,;\"\n\r \t|=";
    std::string       text     = "sep=";
    std::size_t       state    = 1;
    for (int n = 0; n != 20'000; ++n)
    {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        if (text.size() > 30) text.clear();
        text += alphabet[(state >> 33) % alphabet.size()];
        const auto problem = refusal(text);
        BOOST_REQUIRE(problem.empty() || problem.find_first_not_of(' ') == 0);
    }
}

BOOST_AUTO_TEST_SUITE_END()
