#include "cli/input/reader.hpp"

#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace verbatim::cli;
using namespace verbatim::cli::input;

namespace {

using rows = std::vector<std::vector<std::string>>;

rows rows_in(const std::string& name, const std::string& bytes, const read_options& options = {})
{
    reader reader;
    auto   file = reader.parse(bytes, name, options);
    reader.take_rows(file);
    return rows_of(file.rows);
}

std::string problem_of(const std::string& name, const std::string& bytes, const read_options& options = {})
{
    return failure_of([&] { (void)rows_in(name, bytes, options); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(reader_of_files)

BOOST_AUTO_TEST_CASE(every_format_has_the_same_rows)
{
    const rows expected{{"id", "content"}, {"1", "a"}, {"2", "b, c"}};
    for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
             {"a.csv", "id,content\r\n1,a\r\n2,\"b, c\"\r\n"},
             {"a.csv", "sep=;\nid;content\n1;a\n2;b, c\n"},
             {"a.tsv", "id\tcontent\n1\ta\n2\tb, c\n"},
             {"a.jsonl", "{\"id\":1,\"content\":\"a\"}\n\n{\"id\":\"2\",\"content\":\"b, c\"}\n"},
             {"a.json", "{\"results\":[{\"id\":1,\"content\":\"a\"},{\"id\":2,\"content\":\"b, c\"}]}"},
             {"a.yaml", "- {id: 1, content: a}\n- {id: 2, content: 'b, c'}\n"},
             {"a.yaml", "id: 1\ncontent: a\n---\nid: 2\ncontent: b, c\n"},
             {"-", "[{\"id\":1,\"content\":\"a\"},{\"id\":2,\"content\":\"b, c\"}]"}})
        BOOST_TEST((rows_in(name, bytes) == expected), name + ": " + bytes);
}

BOOST_AUTO_TEST_CASE(aliases_of_yaml_are_their_values)
{
    const rows expected{{"content", "tags"}, {"a", "x,y"}, {"a", "x,y"}, {"b", "x,y"}};
    BOOST_TEST((rows_in("a.yaml", "- &r {content: a, tags: &t [x, y]}\n- *r\n- {content: b, tags: *t}\n") == expected));
}

BOOST_AUTO_TEST_CASE(text_is_decoded_by_mark_option_or_content)
{
    using namespace std::string_literals;
    const rows expected{{"id", "text"}, {"1", "café"}};
    BOOST_TEST((rows_in("a.csv", "\xEF\xBB\xBFid,text\n1,café\n") == expected));
    BOOST_TEST((rows_in("a.csv", "id,text\n1,caf\xE9\n") == expected));
    BOOST_TEST((rows_in("a.csv", "id,text\n1,caf\x82\n", {.encoding = "IBM850"}) == expected));
    BOOST_CHECK_EXCEPTION((void)rows_in("a.csv", "id,text\n1,a\n", {.encoding = "no-such"}), failure,
                          [](const failure& error) {
                              return error.status() == exit_status::usage &&
                                     std::string{error.what()}.starts_with("--encoding: unknown encoding");
                          });
    BOOST_TEST((rows_in("a.csv", "\xFF\xFEi\0d\0,\0\xE9\0\n\0001\0,\0x\0"s) == rows{{"id", "é"}, {"1", "x"}}));
}

BOOST_AUTO_TEST_CASE(halves_of_pairs_are_no_characters)
{
    const rows expected{{"id", "te\uFFFDxt"}, {"1", "a \uFFFD🙂"}};
    BOOST_TEST((rows_in("a.json", R"([{"id":1,"te\ud83dxt":"a \ude42\ud83d\ude42"}])") == expected));
    BOOST_TEST((rows_in("a.yaml", R"(- {id: 1, "te\ud83dxt": "a \ude42\ud83d\ude42"})") == expected));
}

BOOST_AUTO_TEST_CASE(names_of_files_need_not_be_utf_8)
{
    const rows expected{{"id", "text"}, {"1", "a"}};
    BOOST_TEST((rows_in("caf\xE9.csv", "id,text\n1,a\n") == expected));
    BOOST_TEST(problem_of("caf\xE9.csv", "").starts_with("caf\uFFFD.csv"));
}

BOOST_AUTO_TEST_CASE(titles_hashtags_and_sums_are_no_records)
{
    reader reader;
    auto   file = reader.parse("Tracker of March,,\n,,\nNo,Date,Feedback\n#meta+id,#date,#description\n"
                                 "1,2026-03-01,No water\n2,2026-03-02,No soap\nTotal,,2\n",
                               "a.csv");
    reader.take_rows(file);
    BOOST_TEST((rows_of(file.rows) ==
                rows{{"No", "Date", "Feedback"}, {"1", "2026-03-01", "No water"}, {"2", "2026-03-02", "No soap"}}));
    BOOST_TEST(file.rows.place(0) == 5U);
    const std::vector<std::string> expected{"Row 4 holds HXL hashtags and is no record.",
                                            "The names of the columns are in row 3; what is above is no record.",
                                            "Row 7 is a sum and no record."};
    BOOST_TEST(file.notes == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(problems_name_file_place_and_fix)
{
    for (const auto& [name, bytes, message] : std::vector<std::array<std::string, 3>>{
             {"a.csv", "id,content\n1,No water, and no soap\n",
              "a.csv: row 2 has 3 cells, but the header names 2 columns."},
             {"a.csv", "id,content\n1,\"He said \"no\" to us\"\n",
              "a.csv: row 2, column 2: text follows the closing quote of a cell."},
             {"a.csv", "id,content\n1,\"x\n", "a.csv, row 2, column 2: a quoted cell has no end."},
             {"a.csv", "id,content\n", "a.csv has no rows besides"},
             {"a.csv", "", "a.csv has no rows with values"},
             {"a.jsonl", "{\"id\":1}\n{\"id\":\n", "a.jsonl, line 2, column 7: the JSON ends before it is complete."},
             {"a.json", "[{\"id\":1}, 3]", "a.json, record 2: is no object"},
             {"a.json", "{\"id\":[", "a.json, line 1, column 8: the JSON ends before it is complete."},
             {"a.json", "{\"coding_levels\":[]}", "a.json is a coding framework"},
             {"a.yaml", "- just text\n", "a.yaml, record 1: is no object"},
             {"a.xls", "\xD0\xCF\x11\xE0 old", "a.xls is an old or password-protected workbook."},
             {"a.pdf", "%PDF-1.7", "a.pdf is a PDF file."}})
        BOOST_TEST(problem_of(name, bytes).starts_with(message), problem_of(name, bytes));
}

BOOST_AUTO_TEST_CASE(rows_that_lose_cells_can_be_read_as_they_are)
{
    BOOST_TEST((rows_in("a.csv", "id,content\n1,No water, and no soap\n2,\"He said \"no\" to us\"\n",
                        {.as_is = true}) == rows{{"id", "content"}, {"1", "No water"}, {"2", "He said \"no\" to us"}}));
}

BOOST_AUTO_TEST_CASE(dates_of_options_must_be_certain)
{
    reader reader;
    BOOST_TEST(reader.certain_day("6 марта 2026").value_or("") == "2026-03-06");
    BOOST_TEST(reader.certain_day("13/04/2026").value_or("") == "2026-04-13");
    BOOST_TEST(!reader.certain_day("03/04/2026"));
    BOOST_TEST(reader.is_date("03/04/2026"));
    BOOST_TEST(!reader.is_date("soon"));
}

BOOST_AUTO_TEST_CASE(small_files_do_not_become_endless_values)
{
    const auto  problem = [](const std::string& yaml) { return problem_of("a.yaml", yaml); };
    std::string bomb    = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char name = 'b'; name != 'j'; ++name)
    {
        bomb += std::string{name} + ": &" + name + " [";
        for (int n = 0; n != 9; ++n) bomb += std::string{n == 0 ? "" : ","} + "*" + static_cast<char>(name - 1);
        bomb += "]\n";
    }
    std::string wide_bomb = "- &a {x: &b [";
    for (int n = 0; n != 2'000; ++n) wide_bomb += "x,";
    wide_bomb += "]}\n";
    for (int n = 0; n != 2'000; ++n) wide_bomb += "- *a\n";
    std::string long_text = "- a: &a " + std::string(1 << 20, 'x') + "\n- b: [";
    for (int n = 0; n != 1'000; ++n) long_text += "*a,";
    for (const auto& text : {bomb, long_text + "]\n", std::string{"- &a [*a]\n"}})
        BOOST_TEST(problem(text).starts_with("a.yaml is too large."), problem(text).substr(0, 200));
    BOOST_TEST(problem(wide_bomb).starts_with("a.yaml is too large."), problem(wide_bomb).substr(0, 200));
    BOOST_TEST(problem("- a: b\n- c: [\n").starts_with("a.yaml, line 3, column 1: this is not valid YAML."));
    for (const auto* text : {",", "a: b\n...\n,c", "- *unknown\n"})
        BOOST_TEST(problem(text).find("this is not valid YAML") != std::string::npos, problem(text));
    BOOST_TEST(problem(std::string(100'000, '[')).starts_with("a.yaml"),
               problem(std::string(100'000, '[')).substr(0, 200));
    const auto deep = problem_of("a.jsonl", "{\"a\":" + std::string(100'000, '['));
    BOOST_TEST(deep.starts_with("a.jsonl"), deep.substr(0, 200));
}

BOOST_AUTO_TEST_CASE(codebooks_of_yaml_are_no_records)
{
    BOOST_TEST(problem_of("a.yaml", "types:\n- name: Health\n").starts_with("a.yaml is a coding framework"));
}

BOOST_AUTO_TEST_SUITE_END()
