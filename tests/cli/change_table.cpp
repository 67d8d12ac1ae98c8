#include "cli/commands/analysis_result.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
namespace json = boost::json;

namespace {

json::object change(const std::string& kind, const std::string& last = "2026-W38", double q = 0.01)
{
    return {{"code", "Water, \"pump\""},
            {"kind", kind},
            {"periods", json::array{"2026-W20", last}},
            {"counts", json::array{3, 1200}},
            {"totals", json::array{410, 24000}},
            {"shares", json::array{0.0073, 0.05}},
            {"expected", json::array{20.21, 1182.79}},
            {"p_value", 0.002},
            {"q_value", q}};
}

json::object answer(json::array changes, int periods = 2)
{
    json::array labels;
    for (int n = 0; n != periods; ++n) labels.push_back(json::string{"2026-W2" + std::to_string(n)});
    return {{"coding_trends", json::object{{"periods", labels}, {"cells", json::array{}}, {"changes", changes}}}};
}

output::result result_of(const json::object& answer)
{
    output::result result;
    commands::add_changes(answer, result);
    return result;
}

std::string format(const output::result& result, output::result_format format)
{
    return output::format(result, {.format = format, .table = format == output::result_format::csv ? "changes" : ""});
}

} // namespace

BOOST_AUTO_TEST_SUITE(change_table)

BOOST_AUTO_TEST_CASE(each_kind_has_its_words_and_shares)
{
    const std::pair<json::object, const char*> table[]{
        {change("rise"), "rises (0.7 % to 5 %)"},
        {change("fall"), "falls (0.7 % to 5 %)"},
        {change("step_up"), "jumps in 2026-W20 (0.7 % to 5 %)"},
        {change("step_down"), "drops in 2026-W20 (0.7 % to 5 %)"},
        {change("spike"), "peak in 2026-W20 to 2026-W38 (0.7 % to 5 %)"},
        {change("spike", "2026-W20"), "peak in 2026-W20 (0.7 % to 5 %)"},
        {change("new"), "new since 2026-W20 (0.7 % to 5 %)"},
        {change("vanished"), "gone since 2026-W20 (0.7 % to 5 %)"},
        {change("wave"), "wave (0.7 % to 5 %)"}, // of a later server
        {{{"kind", "rise"}}, "rises"},           // of an earlier one
        {{{"kind", 1}, {"shares", "x"}}, ""},    // of another program
    };
    for (const auto& [item, expected] : table) BOOST_TEST(commands::changes_text({item}) == expected);
}

BOOST_AUTO_TEST_CASE(people_read_counts_with_their_base)
{
    const auto text = format(result_of(answer({change("step_up")})), output::result_format::markdown);
    for (const auto* part : {"Changes over time", "jumps in 2026-W20", "3 of 410 (0.7 %)", "1,200 of 24,000 (5 %)",
                             "2026-W20 to 2026-W38"})
        BOOST_TEST(text.find(part) != text.npos, part << " in " << text);
}

BOOST_AUTO_TEST_CASE(csv_has_every_number_of_themes_and_codes_the_clearest_first)
{
    auto body      = answer({change("fall")});
    body["themes"] = json::array{
        json::object{{"id", "T1"}, {"title", "Queues"}, {"changes", json::array{change("spike", "2026-W20", 0.001)}}}};
    BOOST_TEST(format(result_of(body), output::result_format::csv) ==
               "kind,id,title,change,from,to,records_outside,all_records_outside,share_outside,expected_outside,"
               "records_inside,all_records_inside,share_inside,expected_inside,p_value,q_value\n"
               "theme,T1,Queues,spike,2026-W20,2026-W20,3,410,0.0073,20.21,1200,24000,0.05,1182.79,0.002,0.001\n"
               "code,\"Water, \"\"pump\"\"\",\"Water, \"\"pump\"\"\",fall,2026-W20,2026-W38,3,410,0.0073,20.21,1200,"
               "24000,0.05,1182.79,0.002,0.01\n");
}

BOOST_AUTO_TEST_CASE(tests_without_a_change_are_reported_and_no_tests_are_not)
{
    const auto none = result_of(answer({}));
    BOOST_TEST(none.sections.at(0).markdown == "No theme or code changes over time by more than chance explains.");
    BOOST_TEST(result_of(answer({}, 1)).sections.empty()); // one period
    BOOST_TEST(result_of(json::object{{"coding_trends", nullptr}}).sections.empty());
    BOOST_TEST(result_of(json::object{}).sections.empty());
}

BOOST_AUTO_TEST_CASE(a_long_list_names_what_only_csv_has)
{
    const auto result = result_of(answer(json::array(25, change("rise"))));
    BOOST_TEST(result.sections.at(0).content->rows.row_count() == 20U);
    BOOST_TEST(result.sections.at(0).markdown.find("Only 20 of 25 are shown") != std::string::npos);
    BOOST_TEST(result.sections.at(1).content->rows.row_count() == 25U);
}

BOOST_AUTO_TEST_SUITE_END()
