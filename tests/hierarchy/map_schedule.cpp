#include "verbatim/hierarchy/map_schedule.hpp"

#include "support/recording_model.hpp"
#include "verbatim/hierarchy/map.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::hierarchy;
using namespace std::chrono_literals;
using time_point = map_schedule::clock::time_point;

namespace {

const time_point start{1000s};

/// Seconds that the map leaves to reduce and judge.
long reserve(const map_schedule& schedule, std::chrono::seconds time)
{
    return std::chrono::floor<std::chrono::seconds>(start + time - schedule.end()).count();
}

map_schedule schedule_of(std::chrono::seconds time, std::initializer_list<std::chrono::seconds> calls,
                         std::size_t levels = 1)
{
    map_schedule schedule{start, start + time};
    for (const auto call : calls) schedule.add_call(call);
    schedule.set_reduce_levels(levels);
    return schedule;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(hierarchy_map_schedule, testing::event_loop)

BOOST_AUTO_TEST_CASE(a_call_probably_takes_as_long_as_nine_of_ten)
{
    map_schedule schedule{start, start + 600s};
    BOOST_TEST(schedule.expected_call().count() == 0);
    BOOST_TEST(schedule.min_attempt().count() == 120'000);
    for (int n = 10; n != 0; --n) schedule.add_call(std::chrono::seconds{n});
    BOOST_TEST(schedule.expected_call().count() == 10'000);
    for (int n = 0; n != 10; ++n) schedule.add_call(1s);
    BOOST_TEST(schedule.expected_call().count() == 9'000);
    BOOST_TEST(schedule.min_attempt().count() == 9'000);
}

BOOST_AUTO_TEST_CASE(the_reserve_follows_the_duration_of_calls_within_bounds)
{
    BOOST_TEST(reserve(schedule_of(600s, {}), 600s) == 300);          // before the first answer
    BOOST_TEST(reserve(schedule_of(600s, {1s}), 600s) == 60);         // at least a tenth
    BOOST_TEST(reserve(schedule_of(600s, {20s}), 600s) == 105);       // a reduce and a judge of 50 s, and 5 s
    BOOST_TEST(reserve(schedule_of(600s, {20s}, 2), 600s) == 155);    // two levels
    BOOST_TEST(reserve(schedule_of(600s, {300s}), 600s) == 245);      // a late call takes 120 s at most
    BOOST_TEST(reserve(schedule_of(600s, {300s}, 4), 600s) == 300);   // at most half of the time
    BOOST_TEST(reserve(schedule_of(21'600s, {}), 21'600s) == 10'800); // of a job: in proportion to its deadline
    BOOST_TEST(reserve(schedule_of(21'600s, {1s}), 21'600s) == 2'160);
    BOOST_TEST(reserve(schedule_of(30s, {20s}), 30s) == 10); // the map keeps 20 s
    BOOST_TEST(reserve(schedule_of(10s, {20s}), 10s) == 1);
}

BOOST_AUTO_TEST_CASE(no_call_starts_that_would_probably_end_late)
{
    const auto schedule = schedule_of(600s, {20s});
    BOOST_TEST(schedule.may_start(start + 475s));
    BOOST_TEST(!schedule.may_start(start + 475s + 1ms));
    BOOST_TEST((schedule.latest_end() == start + 540s));
}

BOOST_AUTO_TEST_CASE(levels_of_a_reduce_follow_from_the_length_of_the_answers)
{
    BOOST_TEST(reduce_levels(1, 1'000'000, 1'000) == 1u);
    BOOST_TEST(reduce_levels(100, 1'000, 400'000) == 1u);
    BOOST_TEST(reduce_levels(1'664, 2'000, 400'000) == 2u);
    BOOST_TEST(reduce_levels(100'000, 4'000, 8'000) == 4u);
    BOOST_TEST(reduce_levels(10, 10, 0) == 4u);
}

BOOST_AUTO_TEST_CASE(a_slow_provider_leaves_chunks_unanalysed_and_time_for_the_reduce)
{
    testing::fake_call       call;
    testing::recording_model model;
    call.model_override = &model;
    call.deadline_at    = map_schedule::clock::now() + 600s;
    auto now            = map_schedule::clock::now();

    feedback::record        record{.id = "F", .content = "Water is far."};
    const feedback::record* records[]{&record};
    const bulk_input        input{
               .records = records, .prompt = "What?", .anonymize = false, .shown_metadata = {}, .language = {}};
    const feedback::redaction redaction{texts_of(input)};
    analysis_run run_state{.call = call, .input = input, .redaction = redaction, .now = [&] { return now; }};
    model.answers[testing::call_kind::map] = [&](const testing::received_request&, std::size_t n) {
        now += 20s;
        return sdk::result<std::string>{"part " + std::to_string(n)};
    };

    const map_prompts prompts{
        .system  = {},
        .user    = [&](std::span<const std::size_t> chunk) { return record_blocks(input, redaction, chunk); },
        .offline = {}};

    const auto parts = run(map(run_state, prompts, std::vector<chunk>(40, chunk{0})));

    const auto answered = std::ranges::count_if(parts, [](const auto& part) { return part.text != nullptr; });
    BOOST_TEST(answered == 24); // 480 s
    BOOST_TEST(model.conversations.size() == 24u);
    BOOST_TEST(call.logged.lines().back().fields.at("classes") == "analysis_timeout:16");
    BOOST_TEST(run_state.expected_call.count() == 20'000);
    BOOST_TEST((model.times.front().deadline < call.deadline_at - 290s));
    BOOST_TEST((model.times.back().deadline > now && model.times.back().min_attempt == 20s));
}

BOOST_AUTO_TEST_SUITE_END()
