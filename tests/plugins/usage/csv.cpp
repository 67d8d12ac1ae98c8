#include "reports.hpp"

#include "verbatim/sdk/spreadsheet.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::usage;

namespace {

using texts = std::vector<std::string>;

/// Reads RFC 4180 as a spreadsheet does.
std::vector<texts> parse(std::string_view text)
{
    std::vector<texts> rows;
    texts              row{""};
    bool               quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        if (quoted && text.substr(at, 2) == "\"\"") row.back() += text[at++];
        else if (text[at] == '"') quoted = !quoted;
        else if (quoted) row.back() += text[at];
        else if (text[at] == ',') row.emplace_back();
        else if (text.substr(at, 2) == "\r\n")
        {
            rows.push_back(std::move(row));
            row = {""};
            ++at;
        }
        else row.back() += text[at];
    }
    BOOST_TEST((row == texts{""})); // the last row ends with CRLF too
    return rows;
}

/// The cell below this column.
std::string cell(const std::vector<texts>& table, std::size_t row, std::string_view column)
{
    const auto position = std::ranges::find(table[0], column);
    BOOST_REQUIRE(position != table[0].end());
    BOOST_REQUIRE(table.at(row).size() == table[0].size());
    return table[row][static_cast<std::size_t>(position - table[0].begin())];
}

usage_views costing(double usd)
{
    const distribution values{.avg = 1.5, .min = 1, .max = 2, .p5 = 1.05, .p95 = 1.95, .total = 3};
    const block        calls{.total_calls    = 2,
                             .failed_calls   = 1,
                             .total_cost_usd = usd,
                             .call_duration  = values,
                             .unpriced_calls = 3,
                             .cached_tokens  = 4};
    return {.invocations = {.total_calls = 1, .total_cost_usd = usd}, .llm_calls = calls};
}

} // namespace

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(a_cell_is_quoted_where_needed_and_starts_no_formula)
{
    const std::pair<std::string, std::string> cases[]{{"", ""},
                                                      {"tenant-nl", "tenant-nl"},
                                                      {"two words", "two words"},
                                                      {"a,b", R"("a,b")"},
                                                      {R"(say "hi")", R"("say ""hi""")"},
                                                      {"a\nb", "\"a\nb\""},
                                                      {"a\r\nb", "\"a\r\nb\""},
                                                      {"=1+1", "'=1+1"},
                                                      {"+1", "'+1"},
                                                      {"-1", "'-1"},
                                                      {"@SUM(A1)", "'@SUM(A1)"},
                                                      {"\t=1", "'\t'=1"},
                                                      {"\r=1", "\"'\r'=1\""},
                                                      {"\n=1", "\"'\n'=1\""},
                                                      {R"(=cmd|'/c calc',"x")", R"("'=cmd|'/c calc',""x""")"},
                                                      {"a=1", "a=1"},
                                                      {"'=1", "'=1"},
                                                      {"\u00e9quipe \U0001F30D", "\u00e9quipe \U0001F30D"}};
    for (const auto& [text, expected] : cases) BOOST_TEST(sdk::csv_cell(text) == expected);
}

BOOST_AUTO_TEST_CASE(a_row_is_an_operation_of_a_tenant)
{
    const own_response response{
        .tenant = {costing(9), "=t", {{costing(0.000001), "analyze"}, {costing(1'234.5), "a \"b\",\r\nc"}}},
        .window = {}};
    const auto table = parse(csv_of_own(response));

    BOOST_REQUIRE(table.size() == 3u); // without the total
    BOOST_TEST(table[0].size() == 2u + 2 * 29);
    BOOST_TEST(cell(table, 1, "tenant_id") == "'=t");
    BOOST_TEST(cell(table, 1, "operation") == "analyze");
    BOOST_TEST(cell(table, 1, "total_calls") == "1");
    BOOST_TEST(cell(table, 1, "total_cost_usd") == "0.000001");
    BOOST_TEST(cell(table, 1, "call_duration.avg") == "0");
    BOOST_TEST(cell(table, 1, "llm_call_stats.total_calls") == "2");
    BOOST_TEST(cell(table, 1, "llm_call_stats.failed_calls") == "1");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.avg") == "1.5");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.min") == "1");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.max") == "2");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.p5") == "1.05");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.p95") == "1.95");
    BOOST_TEST(cell(table, 1, "llm_call_stats.call_duration.total") == "3");
    BOOST_TEST(cell(table, 1, "llm_call_stats.unpriced_calls") == "3");
    BOOST_TEST(cell(table, 1, "llm_call_stats.cached_tokens") == "4");
    BOOST_TEST(cell(table, 2, "operation") == "a \"b\",\r\nc");
    BOOST_TEST(cell(table, 2, "total_cost_usd") == "1234.5");
}

BOOST_AUTO_TEST_CASE(reports_of_all_tenants_have_the_same_columns_in_their_own_order)
{
    const by_tenant_response by_tenant{.tenants = {{costing(1), "a", {{costing(1), "analyze"}, {costing(2), "judge"}}},
                                                   {costing(3), "b", {{costing(3), "analyze"}}}},
                                       .total   = {},
                                       .window  = {}};
    const by_operation_response by_operation{
        .operations = {{costing(4), "analyze", {{costing(3), "b"}, {costing(1), "a"}}},
                       {costing(2), "judge", {{costing(2), "a"}}}},
        .total      = {},
        .window     = {}};
    const auto names = [](const std::vector<texts>& table) {
        texts list;
        for (std::size_t n = 1; n < table.size(); ++n)
            list.push_back(table[n][0] + " " + table[n][1] + " " + cell(table, n, "total_cost_usd"));
        return list;
    };
    const auto first = parse(csv_by_tenant(by_tenant)), second = parse(csv_by_operation(by_operation));

    BOOST_TEST(names(first) == (texts{"a analyze 1", "a judge 2", "b analyze 3"}), boost::test_tools::per_element());
    BOOST_TEST(names(second) == (texts{"b analyze 3", "a analyze 1", "a judge 2"}), boost::test_tools::per_element());
    BOOST_TEST(first[0] == second[0], boost::test_tools::per_element());
    BOOST_TEST(first[0] == parse(csv_of_own({}))[0], boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_series_is_a_table_of_periods)
{
    own_response own;
    own.tenant.operations = {{costing(1), "analyze"}};
    own.series            = {{{{1'775'001'600'000'000, true}, {1'775'088'000'000'000, true}, costing(0.5)}}};
    const auto table      = parse(csv_of_own(own));

    BOOST_REQUIRE(table.size() == 2u);
    BOOST_TEST(cell(table, 1, "start") == "2026-04-01T00:00:00Z");
    BOOST_TEST(cell(table, 1, "end") == "2026-04-02T00:00:00Z");
    BOOST_TEST(cell(table, 1, "total_cost_usd") == "0.5");
    BOOST_TEST(csv_by_tenant({.tenants = {}, .total = {}, .window = {}, .series = own.series}) == csv_of_own(own));
    BOOST_TEST(csv_by_operation({.operations = {}, .total = {}, .window = {}, .series = own.series}) ==
               csv_of_own(own));

    own.series->clear();
    BOOST_TEST((parse(csv_of_own(own)) == std::vector<texts>{table[0]}));
}

BOOST_AUTO_TEST_CASE(models_are_a_table_on_request_only)
{
    const model_usage model{.model          = "=a,b",
                            .total_calls    = 7,
                            .failed_calls   = 1,
                            .total_cost_usd = 0.000001,
                            .input_tokens   = 5'000'000'000,
                            .output_tokens  = 3,
                            .unpriced_calls = 4,
                            .cached_tokens  = 2};
    own_response      own;
    own.tenant.operations = {{costing(1), "analyze"}};
    own.models.models     = {model, {.model = std::nullopt, .total_calls = 9}};
    BOOST_TEST(parse(csv_of_own(own))[0][0] == "tenant_id");

    own.models.is_table = true;
    const texts names{"model",        "total_calls",   "failed_calls",   "total_cost_usd",
                      "input_tokens", "output_tokens", "unpriced_calls", "cached_tokens"};
    const auto  table = parse(csv_of_own(own));
    BOOST_REQUIRE(table.size() == 3u);
    BOOST_TEST(table[0] == names, boost::test_tools::per_element());
    BOOST_TEST(table[1] == (texts{"'=a,b", "7", "1", "0.000001", "5000000000", "3", "4", "2"}),
               boost::test_tools::per_element());
    BOOST_TEST(table[2] == (texts{"", "9", "0", "0", "0", "0", "0", "0"}), boost::test_tools::per_element());
    BOOST_TEST(csv_by_tenant({.tenants = {}, .total = {}, .window = {}, .models = own.models}) == csv_of_own(own));
    BOOST_TEST(csv_by_operation({.operations = {}, .total = {}, .window = {}, .models = own.models}) ==
               csv_of_own(own));
}

BOOST_AUTO_TEST_SUITE_END()
