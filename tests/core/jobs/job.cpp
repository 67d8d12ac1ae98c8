#include "jobs/job.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace verbatim::core::jobs;
using namespace std::chrono_literals;

namespace {

constexpr auto none = std::optional<job_status>{};

struct transition
{
    job_status                from;
    std::optional<job_status> start, succeed, fail, cancel;
};

} // namespace

namespace verbatim::core::jobs {

std::ostream& operator<<(std::ostream& stream, job_status status) { return stream << to_string(status); }

} // namespace verbatim::core::jobs

BOOST_AUTO_TEST_SUITE(job_)

BOOST_AUTO_TEST_CASE(a_finished_job_never_changes)
{
    using enum job_status;
    for (const auto& [from, start, succeed, fail, cancel] : {
             transition{queued, running, none, failed, cancelled},
             transition{running, none, succeeded, failed, cancelled},
             transition{succeeded, none, none, none, none},
             transition{failed, none, none, none, none},
             transition{cancelled, none, none, none, none},
         })
        BOOST_TEST_CONTEXT(from)
        {
            BOOST_TEST((next_status(from, job_event::start) == start));
            BOOST_TEST((next_status(from, job_event::succeed) == succeed));
            BOOST_TEST((next_status(from, job_event::fail) == fail));
            BOOST_TEST((next_status(from, job_event::cancel) == cancel));
        }
}

BOOST_AUTO_TEST_CASE(the_fraction_is_between_0_and_1)
{
    BOOST_TEST(fraction_of({}) == 0.0);
    BOOST_TEST(fraction_of({.phase = "map", .done = 1, .total = 4}) == 0.25);
    BOOST_TEST(fraction_of({.phase = "map", .done = 9, .total = 4}) == 1.0);
    BOOST_TEST(fraction_of({.phase = "map", .done = 9, .total = 0}) == 0.0);
}

BOOST_AUTO_TEST_CASE(the_polling_interval_is_a_tenth_of_the_age_within_bounds)
{
    const job created_at_0{};
    for (const auto& [age, expected] : {std::pair{0s, 1s}, {9s, 1s}, {25s, 2s}, {200s, 20s}, {9'000s, 30s}})
        BOOST_TEST(polling_interval(created_at_0, time_point{age}).count() == expected.count());
    BOOST_TEST(polling_interval(created_at_0, time_point{-1h}).count() == 1); // the clock was set back
}

BOOST_AUTO_TEST_CASE(ids_are_32_hexadecimal_digits_and_differ)
{
    std::set<std::string> ids;
    for (int n = 0; n != 1'000; ++n) ids.insert(make_job_id());
    BOOST_TEST(ids.size() == 1'000U);
    for (const auto& id : ids)
    {
        BOOST_TEST(id.size() == 32U);
        BOOST_TEST(id.find_first_not_of("0123456789abcdef") == id.npos, id);
    }
}

BOOST_AUTO_TEST_SUITE_END()
