#include "jobs/wire.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

job sample_job()
{
    return {.id         = "6f1d2c3b4a59687786950a1b2c3d4e5f",
            .request_id = "request",
            .operation  = "analyze_bulk",
            .status     = job_status::running,
            .created    = time_point{1'000s},
            .started    = time_point{1'001s},
            .progress   = {.phase = "map", .done = 1, .total = 4},
            .attempts   = 3,
            .cost       = 1'500};
}

std::string header(const core::http::response& response, std::string_view name)
{
    const auto position = std::ranges::find(response.headers, name, [](const auto& entry) { return entry.first; });
    return position == response.headers.end() ? "" : position->second;
}

} // namespace

BOOST_AUTO_TEST_SUITE(wire)

BOOST_AUTO_TEST_CASE(a_running_job_has_its_progress_and_nulls)
{
    const auto response = job_response(sample_job(), time_point{1'050s});

    BOOST_TEST((json::parse(response.body) == json::parse(R"({"job_id": "6f1d2c3b4a59687786950a1b2c3d4e5f",
        "status": "running", "operation": "analyze_bulk", "request_id": "request", "created": "1970-01-01T00:16:40Z",
        "started": "1970-01-01T00:16:41Z", "finished": null, "expires": null,
        "progress": {"phase": "map", "done": 1, "total": 4, "fraction": 0.25}, "calls": 3, "cost_usd": 0.0015,
        "error": null})")),
               response.body);
    BOOST_TEST(header(response, "Retry-After") == "5");
}

BOOST_AUTO_TEST_CASE(a_finished_job_has_no_retry_after)
{
    auto job    = sample_job();
    job.status  = job_status::failed;
    job.failure = job_failure{.code = "llm_error", .message = "no", .fields = {{"prompt", "Field required"}}};

    const auto response = job_response(job, time_point{2'000s});

    BOOST_TEST((json::parse(response.body).at("error") == json::parse(R"({"code": "llm_error", "message": "no",
        "request_id": "request", "fields": [{"field": "prompt", "issue": "Field required"}]})")));
    BOOST_TEST(header(response, "Retry-After") == "");
}

BOOST_AUTO_TEST_CASE(an_accepted_job_names_its_location)
{
    const auto response = accepted_response(sample_job(), time_point{1'000s});
    BOOST_TEST(response.status == 202);
    BOOST_TEST(header(response, "Location") == "/v1/jobs/6f1d2c3b4a59687786950a1b2c3d4e5f");
    BOOST_TEST(header(response, "Preference-Applied") == "respond-async");
    BOOST_TEST(header(response, "Retry-After") == "1");
}

BOOST_AUTO_TEST_CASE(a_cursor_reads_back)
{
    const auto body = json::parse(list_response({.jobs = {sample_job()}, .next = 17}).body);
    BOOST_TEST(body.at("jobs").as_array().size() == 1U);
    BOOST_TEST(position_of(json::value_to<std::string>(body.at("next_cursor"))) == 17U);
    BOOST_TEST(json::parse(list_response({}).body).at("next_cursor").is_null());
}

BOOST_AUTO_TEST_CASE(other_cursors_are_invalid)
{
    for (const auto* cursor : {"", "-1", "1x", " 1", "99999999999999999999999"})
        BOOST_CHECK_THROW(position_of(cursor), sdk::validation_error);
}

BOOST_AUTO_TEST_SUITE_END()
