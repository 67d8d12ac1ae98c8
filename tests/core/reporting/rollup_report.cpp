#include "reporting/rollup_report.hpp"

#include "core/reporting/recount.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <limits>
#include <random>

using namespace verbatim;
using namespace verbatim::core::reporting;
using core::recording::error_class;
using core::recording::usage_row;

namespace {

report_row to_report_row(const usage_row& row)
{
    return {.tenant_id      = row.tenant_id,
            .operation      = row.operation,
            .call           = parse_call_key(row.call_id).value(),
            .started        = row.started.time_since_epoch().count(),
            .duration_ms    = static_cast<std::int32_t>(row.duration.count()),
            .input_tokens   = row.input_tokens,
            .output_tokens  = row.output_tokens,
            .cost_micro_usd = row.cost,
            .failed         = row.error.has_value(),
            .cached_tokens  = row.cached_tokens,
            .priced         = row.priced};
}

/// Without models, which are counted apart.
sdk::usage_report groups_of(const std::vector<usage_row>& rows)
{
    auto report = testing::recount(rows);
    report.models.clear();
    return report;
}

sdk::usage_report report_of(const std::vector<usage_row>& rows)
{
    period_builder builder;
    for (const auto& row : rows) builder.add(to_report_row(row));
    return core::reporting::report_of(builder.finish([](const call_key&) { return false; }));
}

/// Rows of one invocation after the other, with these durations; negative: failed.
std::vector<usage_row> rows_of(const std::vector<std::vector<int>>& invocations)
{
    std::vector<usage_row> rows;
    for (const auto& durations : invocations)
    {
        char call[37];
        std::snprintf(call, sizeof call, "%08zx-0000-4000-8000-000000000000", rows.size());
        for (const int duration : durations)
        {
            auto& row     = rows.emplace_back();
            row.tenant_id = "t";
            row.operation = "analyze";
            row.call_id   = call;
            row.duration  = std::chrono::milliseconds{std::abs(duration)};
            row.cost      = 1;
            if (duration < 0) row.error = error_class::llm_error;
        }
    }
    return rows;
}

} // namespace

BOOST_AUTO_TEST_SUITE(groups_of_rows)

BOOST_AUTO_TEST_CASE(an_empty_report_is_all_zero)
{
    BOOST_TEST((report_of(std::vector<usage_row>{}) == sdk::usage_report{}));
}

BOOST_DATA_TEST_CASE(random_rows_match_an_independent_count, boost::unit_test::data::xrange(8), seed)
{
    const std::size_t sizes[]{1, 2, 3, 19, 100, 1'000, 3'000, 5'000};
    const auto        rows = testing::random_rows(static_cast<unsigned>(seed), sizes[seed]);
    BOOST_TEST(testing::difference(report_of(rows), groups_of(rows)) == "");
}

BOOST_AUTO_TEST_CASE(the_order_of_the_rows_changes_nothing)
{
    auto       rows  = testing::random_rows(99, 2'000);
    const auto first = report_of(rows);
    std::ranges::shuffle(rows, std::mt19937{7});
    BOOST_TEST((report_of(rows) == first));
}

BOOST_AUTO_TEST_CASE(an_invocation_fails_if_all_its_rows_failed_and_its_cost_counts)
{
    const auto total = report_of(rows_of({{-10, -20}, {-30, 40}, {50}})).total;

    BOOST_TEST(total.invocations.total_calls == 3);
    BOOST_TEST(total.invocations.failed_calls == 1);
    BOOST_TEST(total.invocations.cost_micro_usd == 5);
    BOOST_TEST(total.invocations.duration_ms.total == 90); // of the mixed one what succeeded
    BOOST_TEST(total.invocations.duration_ms.min == 40);
    BOOST_TEST(total.llm_calls.total_calls == 5);
    BOOST_TEST(total.llm_calls.failed_calls == 3);
    BOOST_TEST(total.llm_calls.cost_micro_usd == 5);
    BOOST_TEST(total.llm_calls.duration_ms.total == 90);
}

BOOST_AUTO_TEST_CASE(elapsed_time_counts_parallel_calls_once_and_includes_failed_ones)
{
    using namespace std::chrono;
    auto rows       = rows_of({{60'000, 60'000, -500}});
    rows[1].started = rows[0].started + seconds{5};
    rows[2].started = rows[0].started + seconds{70};

    const auto total = report_of(rows).total;

    BOOST_TEST(total.invocations.duration_ms.total == 120'000);
    BOOST_TEST(total.invocations.elapsed_ms.total == 70'500);
    BOOST_TEST(total.llm_calls.elapsed_ms.max == 60'000.0);
}

BOOST_AUTO_TEST_CASE(an_invocation_is_unpriced_if_one_of_its_calls_is)
{
    auto rows      = rows_of({{1, 1, 1}, {1}});
    rows[0].priced = rows[1].priced = false;

    const auto total = report_of(rows).total;

    BOOST_TEST(total.invocations.unpriced_calls == 1);
    BOOST_TEST(total.llm_calls.unpriced_calls == 2);
}

BOOST_AUTO_TEST_CASE(distributions_are_zero_if_all_rows_failed)
{
    const auto total = report_of(rows_of({{-10}, {-20}})).total;
    BOOST_TEST(total.invocations.failed_calls == 2);
    BOOST_TEST((total.invocations.duration_ms == sdk::usage_distribution{}));
    BOOST_TEST((total.llm_calls.duration_ms == sdk::usage_distribution{}));
}

BOOST_AUTO_TEST_CASE(percentiles_are_interpolated_and_those_of_two_records_are_exact)
{
    const auto duration = report_of(rows_of({{2'000, 8'000}})).total.llm_calls.duration_ms;
    BOOST_TEST(duration.p5 == 2'300.0);
    BOOST_TEST(duration.p95 == 7'700.0);
}

BOOST_AUTO_TEST_CASE(sums_exceed_the_range_of_a_column)
{
    constexpr auto         max = std::numeric_limits<std::int32_t>::max();
    std::vector<usage_row> rows(3);
    for (auto& row : rows)
    {
        row.tenant_id    = "t";
        row.operation    = "analyze";
        row.call_id      = "00000000-0000-4000-8000-000000000000";
        row.duration     = std::chrono::milliseconds{max};
        row.input_tokens = max;
        row.cost         = 999'999'999'999;
    }
    const auto total = report_of(rows).total;
    BOOST_TEST(total.invocations.duration_ms.max == 3.0 * max);
    BOOST_TEST(total.invocations.input_tokens.total == 3LL * max);
    BOOST_TEST(total.llm_calls.input_tokens.p95 == double(max));
    BOOST_TEST(total.llm_calls.cost_micro_usd == 2'999'999'999'997);
}

BOOST_AUTO_TEST_CASE(a_call_id_is_parsed_from_text_and_from_bytes)
{
    const std::string bytes{"\x01\x23\x45\x67\x89\xab\x4c\xde\x8f\x01\x23\x45\x67\x89\xab\xff", 16};
    const auto        key = parse_call_key("01234567-89ab-4cde-8f01-23456789abff");
    BOOST_REQUIRE(key.has_value());
    BOOST_TEST((key == parse_call_key(bytes)));
    BOOST_TEST((key != parse_call_key("01234567-89ab-4cde-8f01-23456789abfe")));
    for (const char* wrong :
         {"", "01234567", "01234567-89ab-4cde-8f01-23456789abfg", "0123456789ab-4cde-8f01-23456789abff-",
          "01234567-89AB-4cde-8f01-23456789abff", "01234567--9ab-4cde-8f01-23456789abff"})
        BOOST_TEST_CONTEXT(wrong) BOOST_TEST(!parse_call_key(wrong).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
