#include "core/reporting/plain_sql.hpp"
#include "core/reporting/rollup_fixture.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

namespace verbatim::core::reporting {

namespace {

/// The values of the two reports over all tenants, and of /v1/usage for one.
const std::vector<std::optional<std::string>> scopes{std::nullopt, "\u00e9quipe", "nobody"};

/// Differences between plain SQL and reports.
std::string differences(rollup_fixture& test)
{
    std::string text;
    for (const auto& window : test.windows())
        for (const auto& tenant : scopes)
        {
            const auto expected = testing::report_by_plain_sql(*test.session, window, tenant);
            text += testing::difference(read_report(*test.session, window, tenant), expected);
        }
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(plain_sql)

BOOST_DATA_TEST_CASE(all_reports_of_all_tenants_and_of_one_equal_plain_sql, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(41, 300));
    BOOST_TEST(differences(test) == "");
    roll_up_all(*test.session);
    BOOST_TEST(differences(test) == "");
}

BOOST_DATA_TEST_CASE(a_row_that_plain_sql_alone_counts_is_a_difference, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(42, 100));
    roll_up_all(*test.session);
    test.session->run("update llm_calls set call_duration_ms = call_duration_ms + 1000 where tenant_id = 'tenant-nl'; "
                      "delete from usage_rollup_marks"); // as if the trigger had failed
    BOOST_TEST(differences(test) != "");
}

BOOST_DATA_TEST_CASE(a_model_that_plain_sql_alone_counts_is_a_difference, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(43, 100));
    roll_up_all(*test.session);
    test.session->run("update usage_rollups set model = 'other' where model = 'openai/some'");
    BOOST_TEST(differences(test) != "");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
