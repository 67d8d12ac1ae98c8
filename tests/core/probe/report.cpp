#include "probe/report.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::core::probe;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

const check working{.name = "main", .model = "azure/gpt", .cause = {}, .http_status = 200, .duration = 312ms};
const check failing{.name = "database", .model = {}, .cause = "unavailable", .http_status = 0, .duration = 5s};

} // namespace

BOOST_AUTO_TEST_SUITE(probe_report)

BOOST_AUTO_TEST_CASE(a_report_is_ok_if_every_check_is)
{
    BOOST_TEST((report{{working, working}, {}}.ok()));
    BOOST_TEST(!(report{{working, failing}, {}}.ok()));
}

BOOST_AUTO_TEST_CASE(values_that_do_not_apply_are_null)
{
    report r{.checks = {working, failing}, .rows = {}};
    r.rows.outbox_rows = 7;
    BOOST_CHECK(json::parse(to_json(r, 12s)) == json::parse(R"({
        "ok": false,
        "age_seconds": 12,
        "checks": [
            {"name": "main", "model": "azure/gpt", "ok": true, "cause": null, "http_status": 200, "milliseconds": 312},
            {"name": "database", "model": null, "ok": false, "cause": "unavailable", "http_status": null,
             "milliseconds": 5000}],
        "usage_rows": {"pending": 0, "outbox": 7, "lost": 0}})"));
}

BOOST_AUTO_TEST_SUITE_END()
