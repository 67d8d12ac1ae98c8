#include "cli/output/formats.hpp"

#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace verbatim::cli;
using namespace verbatim::cli::output;

namespace {

result sample()
{
    result_table content{.name    = "records",
                         .columns = {{"id", "Record"}, {"count", "Records", true}, {"note"}, {"", "Bar"}},
                         .rows    = {}};
    content.rows.add_row({"F-1", "12", "a, \"b\"\nc", "██"});
    content.rows.add_row({"=1+1", "-3", " x", "█"});
    result shown{.title = "Title | of", .sections = {}, .json = "{}"};
    shown.sections.push_back({.heading = "Heading", .markdown = "Some **bold** text", .content = std::move(content)});
    return shown;
}

std::string rendered(const std::string& markdown, std::size_t columns = 40)
{
    return render_markdown(markdown, {.columns = columns});
}

} // namespace

BOOST_AUTO_TEST_SUITE(formats)

BOOST_AUTO_TEST_CASE(csv_has_the_named_columns_and_quotes_what_needs_it)
{
    BOOST_TEST(as_csv(sample(), {}) == "id,count,note\nF-1,12,\"a, \"\"b\"\"\nc\"\n=1+1,-3,\" x\"\n");
}

BOOST_AUTO_TEST_CASE(csv_for_excel_has_a_mark_and_no_formulas)
{
    BOOST_TEST(as_csv(sample(), {.for_excel = true}) ==
               "\xEF\xBB\xBFid,count,note\nF-1,12,\"a, \"\"b\"\"\nc\"\n\"'=1+1\",-3,\" x\"\n");
}

BOOST_AUTO_TEST_CASE(every_beginning_of_a_formula_is_text_for_excel)
{
    const std::pair<std::string, std::string> cells[]{
        {"=1", "'=1"},       {"+1", "'+1"},         {"-1", "'-1"},     {"@SUM(1)", "'@SUM(1)"}, {"\t=1", "'\t'=1"},
        {"\r=1", "'\r'=1"},  {"\n=1", "'\n'=1"},    {"＝1", "'＝1"},   {"＋1", "'＋1"},         {"－1", "'－1"},
        {"＠1", "'＠1"},     {"a;=1;b", "a;'=1;b"}, {"a,@b", "a,'@b"}, {"a\r\n-1", "a\r\n'-1"}, {";;=1", ";;'=1"},
        {"a\t=1", "a\t'=1"}, {"a|=1", "a|'=1"},     {" =1", "' =1"},   {"a; =1", "a;' =1"}};
    for (const auto& [cell, text] : cells)
    {
        result_table content{.name = "records", .columns = {{"a"}}, .rows = {}};
        content.rows.add_row({cell});
        result shown;
        shown.sections.push_back({.heading = "", .content = std::move(content)});
        BOOST_TEST(as_csv(shown, {.for_excel = true}) == "\xEF\xBB\xBF"
                                                         "a\n\"" +
                                                             text + "\"\n",
                   cell);
    }
}

BOOST_AUTO_TEST_CASE(csv_has_the_delimiter_of_the_spreadsheet)
{
    result_table content{.name = "records", .columns = {{"a"}, {"b"}}, .rows = {}};
    content.rows.add_row({"x;y", "1,2"});
    result shown;
    shown.sections.push_back({.heading = "", .content = std::move(content)});
    BOOST_TEST(as_csv(shown, {.delimiter = ';'}) == "a;b\n\"x;y\";1,2\n");
    BOOST_TEST(as_csv(shown, {.delimiter = '\t'}) == "a\tb\nx;y\t1,2\n");
}

BOOST_AUTO_TEST_CASE(tables_of_csv_are_chosen_by_name)
{
    BOOST_TEST(as_csv(sample(), {.table = "records"}).starts_with("id,"));
    BOOST_TEST(failure_of([] { (void)as_csv(sample(), {.table = "themes"}); }) ==
               "--table: the result has no table themes. Its tables are: records");
    BOOST_TEST(failure_of([] { (void)as_csv({}, {}); }).starts_with("the result has no table"));
}

BOOST_AUTO_TEST_CASE(rows_that_people_do_not_see_are_in_csv)
{
    result shown;
    for (const std::size_t rows : {2U, 3U})
    {
        shown = {};
        add_with_first_rows(shown, sample().sections[0], rows);
        BOOST_TEST(as_csv(shown, {}) == as_csv(sample(), {}));
        BOOST_TEST(as_text(shown, {}).find("in CSV only") == std::string::npos);
    }
    shown = {};
    add_with_first_rows(shown, sample().sections[0], 1);
    BOOST_TEST(as_csv(shown, {}) == as_csv(sample(), {}));
    BOOST_TEST(as_text(shown, {}).find("1 more row is in CSV only: --table records.") != std::string::npos);
    BOOST_TEST(as_text(shown, {}).find("=1+1") == std::string::npos);
    BOOST_TEST(as_text(shown, {}).find("F-1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(markdown_shows_data_as_it_is)
{
    BOOST_TEST(as_markdown(sample()) ==
               "# Title \\| of\n\n## Heading\n\nSome **bold** text\n\n| Record | Records | Bar |\n| --- | --: | --- |\n"
               "| F-1 | 12 | ██ |\n| =1+1 | -3 | █ |\n");
    BOOST_TEST(markdown_escaped("a|b <script> [x](y) *z* `q`\n# h") ==
               "a\\|b &lt;script> \\[x\\](y) \\*z\\* \\`q\\` \\# h");
}

BOOST_AUTO_TEST_CASE(tables_fit_the_terminal)
{
    result_table content{.name = "", .columns = {{"", "Theme"}, {"", "Re\x1b[2Jcords", true}}, .rows = {}};
    content.rows.add_row({"نحتاج إلى بطانيات ومدفأة، فالأطفال يمرضون من البرد", "12"});
    content.rows.add_row({"水の列が長い。水の列が長い。水の列が長い。", "3"});
    content.rows.add_row({"x\x1b[2J", "4"});
    std::istringstream lines{render_table(content, {.columns = 30}, 0)};
    int                count = 0;
    for (std::string line; std::getline(lines, line); ++count) BOOST_TEST(width(line) <= 30U, line);
    BOOST_TEST(count == 4);
    BOOST_TEST(render_table(content, {.columns = 30}, 0).find('\x1b') == std::string::npos);
    BOOST_TEST(render_table(content, {.columns = 30}, 1).find("… 2 more rows;") != std::string::npos);
    BOOST_TEST(render_table(content, {.columns = 30}, 2).find("… 1 more row;") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(titles_of_numbers_are_cut_before_texts)
{
    result_table content{
        .name = "", .columns = {{"", "Theme"}, {"", "A very long title of numbers", true}}, .rows = {}};
    content.rows.add_row({"Water points", "12 (34 %)"});
    BOOST_TEST(render_table(content, {.columns = 24}, 0) == "Theme         A very lo…\nWater points   12 (34 %)\n");
    BOOST_TEST(render_table(content, {.columns = 10}, 0) == "Theme         A very l…\nWater points  12 (34 %)\n");
}

BOOST_AUTO_TEST_CASE(keys_are_never_cut)
{
    result_table content{.name = "", .columns = {{"", "Key", false, true}, {"", "Name"}}, .rows = {}};
    content.rows.add_row({std::string(40, 'k'), std::string(40, 'n')});
    BOOST_TEST(render_table(content, {.columns = 60}, 0).find(std::string(40, 'k') + "  nnnnnnnnnnnnnnnnn…") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(markdown_of_models_is_readable_on_a_terminal)
{
    BOOST_TEST(rendered("## Overview\n\n**Water** is [F-1](https://crm/x) \\*short\\*") ==
               "Overview\n\nWater is F-1 *short*\n");
    BOOST_TEST(rendered("- one two three\n  - four five six", 12) == "- one two\n  three\n  - four\n    five six\n");
    BOOST_TEST(rendered("10. abc def", 8) == "10. abc\n    def\n");
    BOOST_TEST(rendered("[not a link] and [a](b") == "[not a link] and [a](b\n");
    BOOST_TEST(rendered("\x1b[2J") == "\\x1b[2J\n");
}

BOOST_AUTO_TEST_CASE(escaped_text_is_shown_on_a_terminal_as_it_is)
{
    for (const std::string text : {"R&D <b> [x](y) `z` **1** \\ |", "#1 is water", "a &lt; b &amp;amp; c", "# one"})
        BOOST_TEST(rendered(markdown_escaped(text)) == text + "\n");
    BOOST_TEST(rendered("&lt;b&gt; &quot;x&quot; it&#39;s &amp;lt; & &x") == "<b> \"x\" it's &lt; & &x\n");
}

BOOST_AUTO_TEST_CASE(a_line_with_a_number_sign_is_no_heading)
{
    BOOST_TEST(rendered("#1 is water\n####### x\n###### y\n#") == "#1 is water\n####### x\ny\n\n");
    BOOST_TEST(with_lower_headings("# a\n#1 is water\n###### b\n####### c\n# d") ==
               "## a\n#1 is water\n###### b\n####### c\n## d\n");
}

BOOST_AUTO_TEST_CASE(bars_show_proportions)
{
    BOOST_TEST(bar(4, 4, 2) == "██");
    BOOST_TEST(bar(1, 4, 2) == "▌");
    BOOST_TEST(bar(0, 4, 2) == "");
    BOOST_TEST(bar(1, 1'000'000, 2) == "▏");
    BOOST_TEST(sparkline({0, 1, 8}) == "·▁█");
    BOOST_TEST(sparkline({0, 0}) == "··");
    BOOST_TEST(sparkline({}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
