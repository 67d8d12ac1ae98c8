#include "cli/output/terminal_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli::output;

BOOST_AUTO_TEST_SUITE(terminal_text)

BOOST_AUTO_TEST_CASE(data_cannot_control_a_terminal)
{
    BOOST_TEST(printable("a\x1b[31mb") == "a\\x1b[31mb");
    BOOST_TEST(printable("\x1b]0;title\x07") == "\\x1b]0;title\\x07");
    BOOST_TEST(printable("a\xC2\x9B"
                         "31m") == "a\\x9b31m");
    BOOST_TEST(printable("a\xE2\x80\xAE"
                         "b") == "a\\u202eb");
    BOOST_TEST(printable("\xE2\x81\xA6x\xE2\x81\xA9") == "\\u2066x\\u2069");
    BOOST_TEST(printable("a\xFF") == "a\\xff");
    BOOST_TEST(printable("a\bb\x7F") == "a\\x08b\\x7f");
    BOOST_TEST(printable("one\ntwo\tthree\r\nfour\rfive") == "one two three four five");
    BOOST_TEST(printable("\xF3\xA0\x81\x81") == "\\U0e0041");
}

BOOST_AUTO_TEST_CASE(lines_of_other_formats_are_kept)
{
    BOOST_TEST(printable_lines("a\n\x1b[2Jb\n\n") == "a\n\\x1b[2Jb\n\n");
    BOOST_TEST(printable_lines("a") == "a");
    BOOST_TEST(printable_lines("") == "");
}

BOOST_AUTO_TEST_CASE(letters_of_all_scripts_stay)
{
    for (const auto* text : {"نحتاج إلى بطانيات", "ควาย", "नमस्ते", "e\xCC\x81", "👩‍⚕️",
                             "a\xE2\x80\x8F"
                             "b",
                             "می‌خواهم"})
        BOOST_TEST(printable(text) == text);
}

BOOST_AUTO_TEST_CASE(widths_are_those_of_a_terminal)
{
    const std::pair<const char*, std::size_t> texts[]{
        {"", 0},         {"abc", 3},           {"é", 1},  {"e\xCC\x81", 1}, {"水", 2},   {"한글", 4}, {"👍", 2},
        {"👍🏽", 2}, {"👩‍⚕️", 2}, {"🇳🇱", 2}, {"❤️", 2},    {"سلام", 4}, {"مَ", 1},    {"ｱ", 1},
        {"Ａ", 2}};
    for (const auto& [text, columns] : texts) BOOST_TEST(width(text) == columns, text << ": " << width(text));
}

BOOST_AUTO_TEST_CASE(texts_are_cut_between_characters)
{
    BOOST_TEST(fitted("abcdef", 6) == "abcdef");
    BOOST_TEST(fitted("abcdef", 4) == "abc…");
    BOOST_TEST(fitted("水水水", 4) == "水…");
    BOOST_TEST(fitted("e\xCC\x81"
                      "e\xCC\x81"
                      "e\xCC\x81",
                      2) == "e\xCC\x81…");
    BOOST_TEST(fitted("👩‍⚕️👩‍⚕️", 3) == "👩‍⚕️…");
    BOOST_TEST(fitted("abc", 0) == "");
    for (std::size_t columns = 0; columns != 20; ++columns)
        BOOST_TEST(width(fitted("水e\xCC\x81👩‍⚕️نحتاج abc", columns)) <= columns);
}

BOOST_AUTO_TEST_CASE(lines_are_broken_at_blanks)
{
    using lines = std::vector<std::string>;
    BOOST_TEST((wrapped("one two three", 7) == lines{"one two", "three"}));
    BOOST_TEST((wrapped("", 7) == lines{""}));
    BOOST_TEST((wrapped("abcdefghij k", 4) == lines{"abcd", "efgh", "ij k"}));
    BOOST_TEST((wrapped("水水水水", 4) == lines{"水水", "水水"}));
    BOOST_TEST((wrapped("水", 1) == lines{"水"}));
}

BOOST_AUTO_TEST_CASE(no_colours_without_a_terminal)
{
    const terminal plain, coloured{.is_terminal = true, .has_colours = true};
    BOOST_TEST(plain.bold("x") == "x");
    BOOST_TEST(coloured.bold("x") == "\x1b[1mx\x1b[0m");
}

BOOST_AUTO_TEST_SUITE_END()
