#include "database/outage_log.hpp"

#include "support/recording_log.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using verbatim::core::database::outage_log;
using verbatim::support::recording_log;

BOOST_AUTO_TEST_SUITE(outage_log_)

BOOST_AUTO_TEST_CASE(a_second_outage_is_logged_like_the_first)
{
    recording_log log;
    outage_log    outages{log, "database"};
    for (int n = 0; n != 2; ++n)
    {
        outages.report_outage("unavailable");
        outages.report_outage("unavailable"); // the same outage
        outages.report_recovery();
        outages.report_recovery();
    }
    const std::vector<std::string> expected{
        "warning database_unavailable error_class=unavailable", "info database_available",
        "warning database_unavailable error_class=unavailable", "info database_available"};
    BOOST_TEST(log.lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_component_that_flaps_does_not_flood_the_log)
{
    recording_log log;
    outage_log    outages{log, "database"};
    for (int n = 0; n != 100; ++n)
    {
        outages.report_outage("unavailable");
        outages.report_recovery();
    }
    BOOST_TEST(log.count("database_unavailable") == 6U);
    BOOST_TEST(log.count("database_available") == 6U);
}

BOOST_AUTO_TEST_SUITE_END()
