#include "reports.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::usage;

namespace {

/// Usage with this cost.
sdk::usage_totals costing(std::int64_t micro_usd)
{
    sdk::usage_totals views;
    views.invocations.cost_micro_usd = micro_usd;
    views.llm_calls.cost_micro_usd   = micro_usd;
    return views;
}

using texts = std::vector<std::string>;

texts names(const std::vector<operation_usage>& entries)
{
    texts result;
    for (const auto& entry : entries) result.push_back(entry.operation);
    return result;
}

texts names(const std::vector<tenant_share>& entries)
{
    texts result;
    for (const auto& entry : entries) result.push_back(entry.tenant_id);
    return result;
}

/// Two tenants. The most expensive operation of one is the cheapest of the other; two costs are equal.
sdk::usage_report two_tenants()
{
    return {
        .total      = costing(160),
        .tenants    = {{"a", "", costing(60)}, {"\u00e9", "", costing(100)}},
        .operations = {{"", "analyze", costing(60)}, {"", "later_one", costing(50)}, {"", "summarize", costing(50)}},
        .tenant_operations = {{"a", "analyze", costing(10)},
                              {"a", "summarize", costing(50)},
                              {"\u00e9", "analyze", costing(50)},
                              {"\u00e9", "later_one", costing(50)}}};
}

const std::string no_spread = R"({"avg":0.0,"min":0.0,"max":0.0,"p5":0.0,"p95":0.0,"total":0})";
const std::string no_block  = R"("total_calls":0,"failed_calls":0,"total_cost_usd":0.0,"call_duration":)" + no_spread +
                             R"(,"input_tokens":)" + no_spread + R"(,"output_tokens":)" + no_spread +
                             R"(,"unpriced_calls":0,"cached_tokens":0,"elapsed":)" + no_spread;

} // namespace

BOOST_AUTO_TEST_SUITE(reports)

BOOST_AUTO_TEST_CASE(operations_are_sorted_by_cost_then_name)
{
    sdk::usage_report report;
    report.tenant_operations = {
        {"t", "b", costing(5)}, {"t", "A", costing(5)}, {"t", "c", costing(7)}, {"t", "a", costing(5)}};
    BOOST_TEST(names(own_report(report, "t", {}).tenant.operations) == (texts{"c", "A", "a", "b"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(large_costs_that_differ_by_a_millionth_are_ordered)
{
    sdk::usage_report report;
    report.tenant_operations = {{"t", "a", costing(9'007'199'254'740'992)}, {"t", "b", costing(9'007'199'254'740'993)}};
    BOOST_TEST(names(own_report(report, "t", {}).tenant.operations) == (texts{"b", "a"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tenants_are_sorted_by_name_and_the_total_has_all_operations)
{
    const auto response = report_by_tenant(two_tenants(), {});

    BOOST_REQUIRE(response.tenants.size() == 2u);
    BOOST_TEST(response.tenants[0].tenant_id == "a");
    BOOST_TEST(response.tenants[1].tenant_id == "\u00e9");
    BOOST_TEST(names(response.tenants[0].operations) == (texts{"summarize", "analyze"}),
               boost::test_tools::per_element());
    BOOST_TEST(names(response.tenants[1].operations) == (texts{"analyze", "later_one"}),
               boost::test_tools::per_element());
    BOOST_TEST(!response.total.tenant_id.has_value());
    BOOST_TEST(names(response.total.operations) == (texts{"analyze", "later_one", "summarize"}),
               boost::test_tools::per_element());
    BOOST_TEST(response.total.operations[0].statistics.invocations.total_cost_usd == 0.00006);
}

BOOST_AUTO_TEST_CASE(operations_are_sorted_by_cost_and_the_total_has_all_tenants)
{
    const auto response = report_by_operation(two_tenants(), {});

    BOOST_REQUIRE(response.operations.size() == 3u);
    BOOST_TEST(response.operations[0].operation == "analyze");
    BOOST_TEST(response.operations[1].operation == "later_one");
    BOOST_TEST(response.operations[2].operation == "summarize");
    BOOST_TEST(names(response.operations[0].tenants) == (texts{"\u00e9", "a"}), boost::test_tools::per_element());
    BOOST_TEST(names(response.operations[1].tenants) == (texts{"\u00e9"}), boost::test_tools::per_element());
    BOOST_TEST(!response.total.operation.has_value());
    BOOST_TEST(names(response.total.tenants) == (texts{"\u00e9", "a"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tenant_without_rows_has_zeros)
{
    BOOST_TEST(sdk::to_json(own_report({}, "t", {})) == "{" + no_block + R"(,"tenant_id":"t","llm_call_stats":{)" +
                                                            no_block +
                                                            R"(},"operations":[],"from":null,"to":null,"models":[]})");
}

BOOST_AUTO_TEST_CASE(totals_exist_without_rows)
{
    BOOST_TEST(sdk::to_json(report_by_tenant({}, {})) ==
               R"({"tenants":[],"total":{)" + no_block + R"(,"tenant_id":null,"llm_call_stats":{)" + no_block +
                   R"(},"operations":[]},"from":null,"to":null,"models":[]})");
    BOOST_TEST(sdk::to_json(report_by_operation({}, {})) ==
               R"({"operations":[],"total":{)" + no_block + R"(,"operation":null,"llm_call_stats":{)" + no_block +
                   R"(},"tenants":[]},"from":null,"to":null,"models":[]})");
}

BOOST_AUTO_TEST_CASE(numbers_round_trip_exactly)
{
    sdk::usage_report report;
    report.total.invocations = {
        .total_calls    = 3,
        .failed_calls   = 1,
        .cost_micro_usd = 9'250,
        .duration_ms    = {.avg = 10'000, .min = 0.1 + 0.2, .max = 1e15, .p5 = 1.0 / 3, .p95 = 57.5, .total = 7}};
    const auto text = sdk::to_json(own_report(report, "t", {}));
    BOOST_TEST(text.starts_with(
        R"({"total_calls":3,"failed_calls":1,"total_cost_usd":0.00925,"call_duration":{"avg":10000.0,)"
        R"("min":0.30000000000000004,"max":1000000000000000.0,"p5":0.3333333333333333,"p95":57.5,"total":7},)"));
}

BOOST_AUTO_TEST_CASE(cost_is_the_nearest_double)
{
    const std::pair<std::int64_t, const char*> cases[]{{0, "0.0"},
                                                       {1, "1e-06"},
                                                       {99, "9.9e-05"},
                                                       {100, "0.0001"},
                                                       {100'000, "0.1"},
                                                       {300'000, "0.3"},
                                                       {1'000'000, "1.0"},
                                                       {1'234'567, "1.234567"},
                                                       {999'999'999'999, "999999.999999"}};
    for (const auto& [micro, text] : cases)
    {
        sdk::usage_report report;
        report.total    = costing(micro);
        const auto json = sdk::to_json(own_report(report, "t", {}));
        BOOST_TEST(json.find(std::string{R"("total_cost_usd":)"} + text + ",") != std::string::npos, json);
    }
}

BOOST_AUTO_TEST_CASE(time_range_is_repeated_in_utc)
{
    const window query{.from = window::bound{sdk::date_time{1'775'001'600'000'000, true}},
                       .to   = window::bound{sdk::date_time{1'775'001'600'500'000, true}}};
    const auto   end = R"("from":"2026-04-01T00:00:00Z","to":"2026-04-01T00:00:00.500000Z","models":[]})";
    BOOST_TEST(sdk::to_json(own_report({}, "t", query)).ends_with(end));
    BOOST_TEST(sdk::to_json(report_by_tenant({}, query)).ends_with(end));
    BOOST_TEST(sdk::to_json(report_by_operation({}, query)).ends_with(end));
}

BOOST_AUTO_TEST_CASE(a_series_follows_the_time_range)
{
    sdk::usage_report report;
    report.series = {{.start = 1'775'001'600'000'000, .end = 1'775'088'000'000'000, .totals = costing(5)}};
    const window query{.group_by = grouping::day};
    auto         element = no_block;
    element.replace(element.find("0.0"), 3, "5e-06");
    const auto end = R"("to":null,"series":[{"start":"2026-04-01T00:00:00Z","end":"2026-04-02T00:00:00Z",)" + element +
                     R"(,"llm_call_stats":{)" + element + R"(}}],"models":[]})";
    BOOST_TEST(sdk::to_json(own_report(report, "t", query)).ends_with(end));
    BOOST_TEST(sdk::to_json(report_by_tenant(report, query)).ends_with(end));
    BOOST_TEST(sdk::to_json(report_by_operation(report, query)).ends_with(end));

    report.series.clear();
    BOOST_TEST(sdk::to_json(own_report(report, "t", query)).ends_with(R"("to":null,"series":[],"models":[]})"));
}

BOOST_AUTO_TEST_CASE(models_follow_the_series_sorted_by_cost_then_name)
{
    sdk::usage_report report;
    report.models  = {{.model = "A", .total_calls = 1, .cost_micro_usd = 5},
                      {.model          = "b\"",
                       .total_calls    = 7,
                       .failed_calls   = 2,
                       .cost_micro_usd = 9'250,
                       .input_tokens   = 5'000'000'000,
                       .output_tokens  = 4,
                       .unpriced_calls = 3,
                       .cached_tokens  = 1},
                      {.model = "a", .total_calls = 1, .cost_micro_usd = 5}};
    const auto end = R"(,"models":[{"model":"b\"","total_calls":7,"failed_calls":2,"total_cost_usd":0.00925,)"
                     R"("input_tokens":5000000000,"output_tokens":4,"unpriced_calls":3,"cached_tokens":1},)"
                     R"({"model":"A","total_calls":1,"failed_calls":0,"total_cost_usd":5e-06,"input_tokens":0,)"
                     R"("output_tokens":0,"unpriced_calls":0,"cached_tokens":0},)"
                     R"({"model":"a","total_calls":1,"failed_calls":0,"total_cost_usd":5e-06,"input_tokens":0,)"
                     R"("output_tokens":0,"unpriced_calls":0,"cached_tokens":0}]})";
    for (const auto& query : {window{}, window{.group_by = grouping::model}})
    {
        BOOST_TEST(sdk::to_json(own_report(report, "t", query)).ends_with(std::string{R"("to":null)"} + end));
        BOOST_TEST(sdk::to_json(report_by_tenant(report, query)).ends_with(std::string{R"("to":null)"} + end));
        BOOST_TEST(sdk::to_json(report_by_operation(report, query)).ends_with(std::string{R"("to":null)"} + end));
    }
    BOOST_TEST(sdk::to_json(own_report(report, "t", {.group_by = grouping::day}))
                   .ends_with(std::string{R"("series":[])"} + end));
}

BOOST_AUTO_TEST_CASE(models_beyond_the_hundredth_are_one_element_without_a_name)
{
    sdk::usage_report report;
    for (int n = 0; n < 100; ++n)
        report.models.push_back({.model = std::to_string(n), .total_calls = 1, .cost_micro_usd = 100 + n});
    BOOST_TEST(own_report(report, "t", {}).models.models.size() == 100u);
    BOOST_TEST(own_report(report, "t", {}).models.models.back().model.value() == "0");

    for (const char* cheap : {"x", "y"})
        report.models.push_back({.model          = cheap,
                                 .total_calls    = 5,
                                 .failed_calls   = 1,
                                 .cost_micro_usd = 10,
                                 .input_tokens   = 20,
                                 .output_tokens  = 30,
                                 .unpriced_calls = 2,
                                 .cached_tokens  = 7});
    const auto models = own_report(report, "t", {}).models.models;
    BOOST_REQUIRE(models.size() == 101u);
    BOOST_TEST(models[99].model.value() == "0");
    const auto& others = models[100];
    BOOST_TEST(!others.model.has_value());
    BOOST_TEST(others.total_calls == 10);
    BOOST_TEST(others.failed_calls == 2);
    BOOST_TEST(others.total_cost_usd == 0.00002);
    BOOST_TEST(others.input_tokens == 40);
    BOOST_TEST(others.output_tokens == 60);
    BOOST_TEST(others.unpriced_calls == 4);
    BOOST_TEST(others.cached_tokens == 14);
}

BOOST_AUTO_TEST_CASE(names_are_escaped_as_text)
{
    sdk::usage_report report;
    report.tenant_operations = {{"t\"\n", "no_such_\u00f6peration\\", costing(1)}};
    const auto json          = sdk::to_json(own_report(report, "t\"\n", {}));
    BOOST_TEST(json.find(R"("tenant_id":"t\"\n")") != std::string::npos);
    BOOST_TEST(json.find("\"operation\":\"no_such_\u00f6peration\\\\\"") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
