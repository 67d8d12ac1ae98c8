#include "jobs/event_streams.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <utility>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace std::chrono_literals;
using clock_ = event_feed::clock;

namespace {

const clock_::time_point start{};

job job_with(job_status status, std::uint64_t version)
{
    job state;
    state.status  = status;
    state.version = version;
    return state;
}

std::string code_of_refusal(stream_limit& limit, const std::string& tenant)
{
    try
    {
        limit.open(tenant);
    }
    catch (const sdk::error& failure)
    {
        return std::string{failure.code_name()};
    }
    return "";
}

} // namespace

BOOST_AUTO_TEST_SUITE(event_feed_)

BOOST_AUTO_TEST_CASE(each_version_is_sent_once)
{
    event_feed feed{"", start};
    const auto first = feed.next(job_with(job_status::running, 3), start);
    BOOST_TEST(first.starts_with("id: 3\nevent: progress\ndata: {\"job_id\":"), first);
    BOOST_TEST(first.ends_with("}\n\n"));
    BOOST_TEST(feed.next(job_with(job_status::running, 3), start + 1s) == "");
    BOOST_TEST(feed.next(job_with(job_status::running, 7), start + 2s).starts_with("id: 7\n"));
}

BOOST_AUTO_TEST_CASE(progress_is_sent_four_times_a_second_and_the_end_at_once)
{
    event_feed feed{"", start};
    feed.next(job_with(job_status::running, 1), start);
    BOOST_TEST(feed.next(job_with(job_status::running, 2), start + 249ms) == "");
    BOOST_TEST(feed.next(job_with(job_status::running, 3), start + 250ms).starts_with("id: 3\n"));
    BOOST_TEST(feed.next(job_with(job_status::succeeded, 4), start + 251ms).starts_with("id: 4\nevent: end\n"));
}

BOOST_AUTO_TEST_CASE(the_state_is_read_more_rarely_the_longer_a_stream_takes)
{
    const event_feed feed{"", start};
    for (const auto& [age, interval] : {std::pair{0ms, 10ms}, std::pair{200ms, 10ms}, std::pair{1'000ms, 50ms},
                                        std::pair{5'000ms, 250ms}, std::pair{3'600'000ms, 250ms}})
        BOOST_TEST(feed.poll_interval(start + age).count() == interval.count());
}

BOOST_AUTO_TEST_CASE(the_data_is_one_line)
{
    auto state           = job_with(job_status::failed, 1);
    state.progress.phase = "two\nlines";
    const auto event     = event_feed{"", start}.next(state, start);
    BOOST_TEST(event.find('\n', event.find("data: ")) == event.size() - 2, event);
}

BOOST_AUTO_TEST_CASE(the_last_event_is_the_end)
{
    for (const auto status : {job_status::succeeded, job_status::failed, job_status::cancelled})
    {
        event_feed feed{"", start};
        BOOST_TEST(!feed.has_ended(job_with(status, 4)));
        BOOST_TEST(feed.next(job_with(status, 4), start).starts_with("id: 4\nevent: end\n"));
        BOOST_TEST(feed.has_ended(job_with(status, 4)));
    }
}

BOOST_AUTO_TEST_CASE(a_heartbeat_follows_15_seconds_of_silence)
{
    event_feed feed{"", start};
    const auto state = job_with(job_status::running, 1);
    feed.next(state, start);
    BOOST_TEST(feed.next(state, start + 14'999ms) == "");
    BOOST_TEST(feed.next(state, start + 15s) == ": heartbeat\n\n");
    BOOST_TEST(feed.next(state, start + 16s) == "");
    feed.next(job_with(job_status::running, 2), start + 20s);
    BOOST_TEST(feed.next(job_with(job_status::running, 2), start + 34s) == "");
    BOOST_TEST(feed.next(job_with(job_status::running, 2), start + 35s) == ": heartbeat\n\n");
}

BOOST_AUTO_TEST_CASE(a_stream_continues_after_the_last_event_id)
{
    event_feed feed{"5", start};
    BOOST_TEST(feed.next(job_with(job_status::running, 5), start) == "");
    BOOST_TEST(feed.next(job_with(job_status::running, 6), start) != "");
    BOOST_TEST((event_feed{"6", start}.has_ended(job_with(job_status::failed, 6))));
    BOOST_TEST(!(event_feed{"6", start}.has_ended(job_with(job_status::running, 6))));
    BOOST_TEST(!(event_feed{"5", start}.has_ended(job_with(job_status::failed, 6))));
}

BOOST_AUTO_TEST_CASE(other_last_event_ids_count_as_absent)
{
    for (const auto* id : {"", "x", "5x", "-5", " 5", "5,5", "99999999999999999999999"})
        BOOST_TEST((event_feed{id, start}.next(job_with(job_status::running, 5), start) != ""), id);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(stream_limit_)

BOOST_AUTO_TEST_CASE(streams_are_bounded_in_total_and_per_tenant)
{
    stream_limit                       limit{3, 2};
    std::optional<stream_limit::place> first{limit.open("a")};
    const auto                         second = limit.open("a");
    BOOST_TEST(code_of_refusal(limit, "a") == "too_many_jobs");
    const auto third = limit.open("b");
    BOOST_TEST(code_of_refusal(limit, "c") == "overloaded");

    first.reset();
    BOOST_TEST(code_of_refusal(limit, "c") == "");
    BOOST_TEST(code_of_refusal(limit, "a") == "");
}

BOOST_AUTO_TEST_SUITE_END()
