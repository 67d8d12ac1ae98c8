#include "cli/input/records.hpp"
#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
using namespace verbatim::cli::input;

namespace {

/// Rows as a file with separated values.
std::string csv_of(const std::vector<std::vector<std::string>>& rows)
{
    std::string csv;
    for (const auto& row : rows)
        for (std::size_t column = 0; column != row.size(); ++column)
        {
            csv += column == 0 ? "\"" : ",\"";
            for (const char c : row[column]) csv += c == '"' ? "\"\"" : std::string(1, c);
            csv += column + 1 == row.size() ? "\"\n" : "\"";
        }
    return csv;
}

record_set records_of(const std::vector<std::vector<std::string>>& rows, const record_choice& choice = {})
{
    reader reader;
    auto   file = reader.parse(csv_of(rows), "a.csv");
    return {reader, std::move(file), choice};
}

std::string chosen(const std::vector<std::vector<std::string>>& rows, const record_choice& choice = {})
{
    return records_of(rows, choice).description();
}

std::vector<std::string> notes_about(const std::vector<std::vector<std::string>>& rows,
                                     const record_choice&                         choice = {})
{
    return records_of(rows, choice).notes();
}

std::string json_of(const record_set& records)
{
    std::string json;
    records.append_json_array(0, records.size(), json);
    return json;
}

} // namespace

BOOST_AUTO_TEST_SUITE(columns)

BOOST_AUTO_TEST_CASE(usual_names_are_recognized_in_any_case_and_punctuation)
{
    BOOST_TEST(chosen({{"Record ID", "Created At", "Comment", "Region"}, {"1", "2026-03-02", "a", "North"}}) ==
               "text: Comment, id: Record ID, date: Created At, codes: none");
    BOOST_TEST(chosen({{"id", "content", "created", "coding_level_1", "coding_level_2", "url_id"},
                       {"1", "a", "2026-03-02", "W", "P", "u"}}) ==
               "text: content, id: id, date: created, codes: coding_level_1 + coding_level_2");
    BOOST_TEST(
        chosen({{"identifiant", "commentaire", "Type of feedback", "Category", "Code"}, {"1", "a b", "c", "d", "e"}}) ==
        "text: commentaire, id: identifiant, date: none, codes: Type of feedback + Category + Code");
}

BOOST_AUTO_TEST_CASE(the_longest_column_is_the_text_where_no_name_fits)
{
    BOOST_TEST(chosen({{"x", "y", "z"}, {"1", "We queue for hours at the water point.", "North"}}) ==
               "text: y, id: none, date: none, codes: none");
}

BOOST_AUTO_TEST_CASE(a_column_named_date_needs_dates)
{
    BOOST_TEST(chosen({{"text", "date"}, {"a", "soon"}, {"b", "later"}}) ==
               "text: text, id: none, date: none, codes: none");
    BOOST_TEST(chosen({{"text", "Date of the visit"}, {"a", "13/02/2026"}}) ==
               "text: text, id: none, date: Date of the visit, codes: none");
}

BOOST_AUTO_TEST_CASE(doubtful_choices_are_reported)
{
    const std::vector<std::vector<std::string>> dates{
        {"text", "date"}, {"a", "13/02/2026"}, {"b", "soon"}, {"c", "later"}};
    BOOST_TEST(notes_about(dates).front() == "Column date is not used as the date: 1 of its first 3 values can be read "
                                             "as dates. Use it with --date \"date\".");
    BOOST_TEST(notes_about(dates, {.date = "none"}).empty());
    BOOST_TEST(notes_about({{"text", "date"}, {"a", "13/02/2026"}, {"b", "01/02/2026"}}).front() ==
               "Dates have the day first: 1 of 2 can only be read so.");
}

BOOST_AUTO_TEST_CASE(rows_for_each_code_of_a_text_are_one_record)
{
    const auto records = records_of({{"id", "tag", "content"},
                                     {"1", "water", "No water"},
                                     {"1", "waiting", "No water"},
                                     {"2", "water", "Tap broken"}});
    BOOST_TEST(json_of(records) ==
               R"([{"id":"1","content":"No water","metadata":{"coding_level_1":["water","waiting"]}},)"
               R"({"id":"2","content":"Tap broken","metadata":{"coding_level_1":["water"]}}])");
}

BOOST_AUTO_TEST_CASE(options_replace_guesses)
{
    const std::vector<std::vector<std::string>> rows{{"id", "text", "note", "date"}, {"1", "a", "b", "2026-03-02"}};
    BOOST_TEST(chosen(rows, {.text     = {"NOTE"},
                             .id       = "none",
                             .date     = "none",
                             .codes    = std::vector<std::string>{"text"},
                             .metadata = {{"id"}}}) == "text: note, id: none, date: none, codes: text, also: id");
    BOOST_TEST(failure_of([&] {
                   chosen(rows, {.metadata = {{"sex", "--breakdown"}}});
               }).starts_with("--breakdown: there is no column sex."));
    BOOST_TEST(failure_of([&] { chosen(rows, {.text = {"Txt"}}); }) ==
               "--text: there is no column Txt. The columns are: id, text, note, date");
}

BOOST_AUTO_TEST_CASE(dates_that_can_be_exchanged_need_an_order)
{
    const std::vector<std::vector<std::string>> rows{{"text", "date"}, {"a", "03/04/2026"}};
    BOOST_TEST(failure_of([&] { chosen(rows); }).find("--date-order dmy or --date-order mdy") != std::string::npos);
    const auto records = records_of(rows, {.order = "mdy"});
    BOOST_TEST(records[0].day == "2026-03-04");
}

BOOST_AUTO_TEST_CASE(records_have_what_the_server_reads_and_nothing_else)
{
    const auto records =
        records_of({{"id", "text", "date", "type", "phone", "region", "url_id"},
                    {"F-1", "No \"water\"\nagain", "02/13/2026", "Water", "0031612345678", "North", "u1"}},
                   {.metadata = {{"region"}}});
    BOOST_TEST(json_of(records) ==
               R"([{"id":"F-1","content":"No \"water\"\nagain","url_id":"u1","metadata":{"region":"North",)"
               R"("created":"2026-02-13","coding_level_1":["Water"]}}])");
}

BOOST_AUTO_TEST_CASE(a_member_of_metadata_is_sent_once)
{
    const std::vector<std::vector<std::string>> rows{{"text", "created", "date"}, {"a", "13/02/2026", "14/02/2026"}};
    const auto records = records_of(rows, {.date = "created", .metadata = {{"date"}, {"created"}, {"date"}}});
    BOOST_TEST(json_of(records) == R"j([{"id":"R2","content":"a","metadata":{"date":"14/02/2026",)j"
                                   R"j("created (column)":"13/02/2026","created":"2026-02-13"}}])j");
    BOOST_TEST(records.field_of("created") == "created (column)");
}

BOOST_AUTO_TEST_CASE(metadata_can_be_left_out)
{
    BOOST_TEST(json_of(records_of({{"id", "text", "type"}, {"1", "a", "Water"}}, {.has_metadata = false})) ==
               R"([{"id":"1","content":"a"}])");
}

BOOST_AUTO_TEST_CASE(codes_of_a_cell_are_divided_as_on_the_page)
{
    const std::vector<std::vector<std::string>> rows{{"id", "text", "code"}, {"1", "a", "Water; Soap"}};
    BOOST_TEST(json_of(records_of(rows)) ==
               R"([{"id":"1","content":"a","metadata":{"coding_level_1":["Water","Soap"]}}])");
    BOOST_TEST(json_of(records_of(rows, {.separator = ""})) ==
               R"([{"id":"1","content":"a","metadata":{"coding_level_1":["Water; Soap"]}}])");
}

BOOST_AUTO_TEST_CASE(texts_of_a_row_are_joined_or_records_of_their_own)
{
    const std::vector<std::vector<std::string>> rows{{"id", "good", "bad"}, {"7", "the food", "the queue"}};
    record_choice                               choice{.text = {"good", "bad"}};
    BOOST_TEST(json_of(records_of(rows, choice)) == R"([{"id":"7","content":"the food\nthe queue","metadata":{}}])");
    choice.apart       = true;
    const auto records = records_of(rows, choice);
    BOOST_TEST(json_of(records) == R"([{"id":"7.1","content":"the food","metadata":{"question":"good"}},)"
                                   R"({"id":"7.2","content":"the queue","metadata":{"question":"bad"}}])");
    BOOST_TEST(records[1].question == "bad");
    BOOST_TEST(!records.has_ids());
}

BOOST_AUTO_TEST_CASE(each_row_is_passed_with_its_records)
{
    record_choice choice{.text = {"good", "bad"}, .apart = true};
    const auto    records = records_of({{"good", "bad"}, {"a", "b"}, {"", ""}, {" ", "-"}, {"", "c"}}, choice);
    std::string   seen;
    records.for_each_row([&](std::size_t row, const record* record, std::size_t position) {
        seen += std::to_string(row) + (record ? record->id + "=" + std::to_string(position) : "") + " ";
    });
    BOOST_TEST(seen == "0R2.1=0 0R2.2=1 1R4.2=2 2R5.2=3 ");
}

BOOST_AUTO_TEST_CASE(rows_without_text_are_left_out_and_counted)
{
    const auto records = records_of(
        {{"id", "text", "date"}, {"1", "a", "2026-03-02"}, {"2", " ", ""}, {"1", "b", "soon"}, {"", "c", "2026-03-03"}},
        {.id = "id", .date = "date"});
    BOOST_TEST(records.size() == 3U);
    BOOST_TEST(records[1].id == "1 (4)");
    BOOST_TEST(records[2].id == "R5");
    const std::vector<std::string> expected{
        "1 row without text is left out; the first in row 3",
        "1 date cannot be read and is left out; the first in row 4",
        "1 id occurs before; its row number is added; the first in row 4",
        "1 record has no id; its row number is used; the first in row 5",
    };
    BOOST_TEST(records.notes() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(texts_that_would_be_cut_need_an_option)
{
    const std::vector<std::vector<std::string>> rows{{"text"}, {"a"}, {std::string(100'001, 'x')}};
    BOOST_TEST(failure_of([&] { (void)records_of(rows); }) ==
               "row 3: 1 text is cut after 100,000 characters. Shorten or divide it. To read the rows as they are, use "
               "--as-is.");
    BOOST_TEST(records_of(rows, {.as_is = true})[1].json ==
               R"({"id":"R3","content":")" + std::string(100'000, 'x') + R"(","metadata":{}})");
    BOOST_TEST(failure_of([] {
                   (void)records_of({{"id", "text"}, {"1", " "}}, {.text = {"text"}});
               }).starts_with("column text: has no text in any row"));
}

BOOST_AUTO_TEST_CASE(dropped_records_are_not_sent)
{
    auto records = records_of({{"id", "text"}, {"1", "a"}, {"2", "b"}, {"3", "c"}});
    records.drop({0, 2});
    BOOST_TEST(json_of(records) == R"([{"id":"2","content":"b","metadata":{}}])");
}

BOOST_AUTO_TEST_SUITE_END()
