#include "cli/input/columns.hpp"

#include "cli/input/records.hpp"
#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
using namespace verbatim::cli::input;

namespace {

std::string chosen(const std::vector<std::vector<std::string>>& rows, const column_names& names = {})
{
    const auto read = table_of(rows);
    return describe(read, find_columns(read, names));
}

record_set records_of(const std::vector<std::vector<std::string>>& rows, const column_names& names = {})
{
    auto read  = table_of(rows);
    auto roles = find_columns(read, names);
    return {std::move(read), std::move(roles)};
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
        chosen({{"identifiant", "commentaire", "Type of feedback", "Category", "Code"}, {"1", "a", "", "", ""}}) ==
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
    const auto doubts_about = [](const std::vector<std::vector<std::string>>& rows, const column_names& names = {}) {
        const auto content = table_of(rows);
        const auto notes   = doubts(content, find_columns(content, names), names);
        return notes.empty() ? std::string{} : notes.front();
    };
    const std::vector<std::vector<std::string>> dates{{"text", "date"}, {"a", "13/02/2026"}, {"b", "soon"}};
    BOOST_TEST(doubts_about(dates) ==
               "column date is not used as the date, because only 1 of its first 2 values can be "
               "read as dates. Use it with --date \"date\"");
    BOOST_TEST(doubts_about(dates, {.date = "none"}) == "");
    BOOST_TEST(doubts_about({{"No water since Monday"}, {"The queue is long"}}) ==
               "the first row is read as the name of the only column, not as a record");
    BOOST_TEST(doubts_about({{"Comment"}, {"The queue is long"}}) == "");
}

BOOST_AUTO_TEST_CASE(options_replace_guesses)
{
    const std::vector<std::vector<std::string>> rows{{"id", "text", "note", "date"}, {"1", "a", "b", "2026-03-02"}};
    BOOST_TEST(chosen(rows, {.id       = "none",
                             .text     = "NOTE",
                             .date     = "none",
                             .codes    = std::vector<std::string>{"text"},
                             .metadata = {{"id"}}}) == "text: note, id: none, date: none, codes: text, also: id");
    BOOST_TEST(failure_of([&] {
                   chosen(rows, {.metadata = {{"sex", "--breakdown"}}});
               }).starts_with("--breakdown: there is no column sex."));
    BOOST_TEST(failure_of([&] { chosen(rows, {.text = "Txt"}); }) ==
               "--text: there is no column Txt. The columns are: id, text, note, date");
}

BOOST_AUTO_TEST_CASE(dates_that_can_be_exchanged_need_an_order)
{
    const std::vector<std::vector<std::string>> rows{{"text", "date"}, {"a", "03/04/2026"}};
    BOOST_TEST(failure_of([&] { chosen(rows); }).find("--date-order dmy or --date-order mdy") != std::string::npos);
    const auto records = records_of(rows, {.order = day_order::month_first});
    BOOST_TEST(records.day_of(0) == "2026-03-04");
}

BOOST_AUTO_TEST_CASE(records_have_what_the_server_reads_and_nothing_else)
{
    const auto records =
        records_of({{"id", "text", "date", "type", "phone", "region", "url_id"},
                    {"F-1", "No \"water\"\nagain", "02/13/2026", "Water", "0031612345678", "North", "u1"}},
                   {.metadata = {{"region"}}});
    BOOST_TEST(json_of(records) ==
               R"([{"id":"F-1","content":"No \"water\"\nagain","url_id":"u1","metadata":{"created":"2026-02-13",)"
               R"("coding_level_1":"Water","region":"North"}}])");
}

BOOST_AUTO_TEST_CASE(a_member_of_metadata_is_sent_once)
{
    const std::vector<std::vector<std::string>> rows{{"text", "created", "date"}, {"a", "13/02/2026", "14/02/2026"}};
    BOOST_TEST(json_of(records_of(rows, {.date = "created", .metadata = {{"date"}, {"created"}, {"date"}}})) ==
               R"([{"id":"row-2","content":"a","metadata":{"created":"2026-02-13","date":"14/02/2026"}}])");
    BOOST_TEST(failure_of([&] { chosen(rows, {.date = "date", .metadata = {{"created"}}}); }) ==
               "column created: its name is that of the metadata made from column date. Rename it");
}

BOOST_AUTO_TEST_CASE(metadata_can_be_left_out)
{
    auto records = records_of({{"id", "text", "type"}, {"1", "a", "Water"}});
    records.leave_out_metadata();
    BOOST_TEST(json_of(records) == R"([{"id":"1","content":"a"}])");
}

BOOST_AUTO_TEST_CASE(rows_without_text_are_left_out_and_counted)
{
    const auto records = records_of(
        {{"id", "text", "date"}, {"1", "a", "2026-03-02"}, {"2", " ", ""}, {"1", "b", "soon"}, {"", "c", "2026-03-03"}},
        {.date = "date"});
    BOOST_TEST(records.size() == 3U);
    BOOST_TEST(records.id_of(3) == "row-5");
    const std::vector<std::string> expected{"1 row without text left out",
                                            "1 record without a date that can be read, the first in row 4",
                                            "1 record with the id of an earlier one, the first in row 4"};
    BOOST_TEST(records.notes() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_that_no_server_takes_are_named)
{
    BOOST_TEST(failure_of([] {
                   (void)records_of({{"text"}, {"a"}, {std::string(100'001, 'x')}});
               }).starts_with("row 3: the text has 100001 characters"));
    BOOST_TEST(failure_of([] {
                   (void)records_of({{"id", "text"}, {std::string(257, 'x'), "a"}});
               }).starts_with("row 2: the id has more than 256"));
    BOOST_TEST(failure_of([] {
                   (void)records_of({{"text"}, {" "}});
               }).starts_with("column text: has no text in any row"));
}

BOOST_AUTO_TEST_CASE(dropped_records_are_not_sent)
{
    auto records = records_of({{"id", "text"}, {"1", "a"}, {"2", "b"}, {"3", "c"}});
    records.drop({0, 2});
    BOOST_TEST(json_of(records) == R"([{"id":"2","content":"b","metadata":{}}])");
}

BOOST_AUTO_TEST_SUITE_END()
