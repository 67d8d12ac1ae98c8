#include "jobs/held_jobs.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim::core::jobs;

namespace {

held_job held(std::string id, std::int64_t fence = 1, std::string tenant = "tenant")
{
    const auto key = std::make_shared<const data_key>(job_identity{id, tenant});
    return {.lease = {std::move(id), fence}, .tenant_id = std::move(tenant), .key = key, .state = {}};
}

model_answer answer(std::string text)
{
    model_answer result;
    result.completion.text = std::move(text);
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(held_jobs_)

BOOST_AUTO_TEST_CASE(changes_are_taken_once)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add(held("b"));
    jobs.report_progress({"a", 1}, {.phase = "map", .done = 1, .total = 2});
    jobs.add_attempt({"a", 1}, 7);

    const auto changes = jobs.take_changes(true);
    BOOST_REQUIRE(changes.size() == 1U);
    BOOST_TEST(changes[0].lease.id == "a");
    BOOST_TEST(changes[0].state.progress.done == 1U);
    BOOST_TEST(changes[0].state.attempts == 1);
    BOOST_TEST(changes[0].state.cost == 7);
    BOOST_TEST(jobs.take_changes(true).empty());

    jobs.report_progress({"a", 1}, {.phase = "map", .done = 1, .total = 2});
    BOOST_TEST(jobs.take_changes(true).empty(), "the same progress is no change");
}

BOOST_AUTO_TEST_CASE(answers_do_not_wait_for_states)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add_attempt({"a", 1}, 7);
    BOOST_TEST(jobs.take_changes(false).empty());

    jobs.add_answer({"a", 1}, answer("first"));
    const auto changes = jobs.take_changes(false);
    BOOST_REQUIRE(changes.size() == 1U);
    BOOST_TEST(changes[0].answers.size() == 1U);
    BOOST_TEST(!changes[0].is_changed);
    BOOST_TEST(jobs.take_changes(true).at(0).is_changed, "the state is still to be stored");
}

BOOST_AUTO_TEST_CASE(changes_that_were_not_stored_are_taken_again)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add_attempt({"a", 1}, 7);
    jobs.add_answer({"a", 1}, answer("first"));
    jobs.put_back(jobs.take_changes(true));
    jobs.add_answer({"a", 1}, answer("second"));

    const auto changes = jobs.take_changes(true);
    BOOST_REQUIRE(changes.size() == 1U);
    BOOST_TEST(changes[0].is_changed);
    BOOST_TEST(changes[0].answers.size() == 2U);
}

BOOST_AUTO_TEST_CASE(answers_of_a_job_that_is_given_up_are_stored_once)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add_answer({"a", 1}, answer("first"));
    const auto last = jobs.begin_give_up({"a", 1});
    BOOST_REQUIRE(last.has_value());
    BOOST_TEST(last->answers.size() == 1U);
    BOOST_TEST(jobs.take_changes(true).empty());
    BOOST_TEST(!jobs.lose_unless_ending({"a", 1}), "the renewal may see the job without a lease already");

    jobs.put_back({*last}); // the database was unavailable
    jobs.cancel_end({"a", 1});
    BOOST_TEST(jobs.take_changes(true).at(0).answers.size() == 1U);
    BOOST_TEST(jobs.begin_give_up({"a", 1})->answers.empty());
    jobs.lose({"a", 1});
    BOOST_TEST(!jobs.begin_give_up({"a", 1}).has_value());
}

BOOST_AUTO_TEST_CASE(an_earlier_run_of_a_job_that_has_not_ended_changes_nothing)
{
    held_jobs jobs;
    jobs.add(held("a", 1));
    BOOST_TEST(jobs.lose_unless_ending({"a", 1}));
    jobs.add(held("a", 2));
    jobs.report_progress({"a", 1}, {.phase = "map", .done = 1, .total = 2});
    jobs.add_attempt({"a", 1}, 7);
    BOOST_TEST(!jobs.begin_end({"a", 1}).has_value());
    jobs.remove({"a", 1});
    BOOST_TEST(jobs.take_changes(true).empty());
    BOOST_TEST(jobs.read({"a", 2}).has_value());

    jobs.add(held("a", 3));
    jobs.lose_all("a");
    BOOST_TEST(jobs.leases().empty());
}

BOOST_AUTO_TEST_CASE(a_lost_job_changes_nothing)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add_attempt({"a", 1}, 7);
    jobs.add_answer({"a", 1}, answer("first"));
    auto changes = jobs.take_changes(true);
    BOOST_TEST(jobs.read({"a", 1}).has_value());

    const auto last = jobs.lose({"a", 1});
    BOOST_REQUIRE(last.has_value());
    BOOST_TEST(last->state.attempts == 1);
    jobs.put_back(std::move(changes));
    jobs.add_answer({"a", 1}, answer("late"));
    jobs.add_attempt({"a", 1}, 7);

    BOOST_TEST(!jobs.read({"a", 1}).has_value());
    BOOST_TEST(jobs.leases().empty());
    BOOST_TEST(jobs.take_changes(true).empty());
    BOOST_TEST(!jobs.begin_end({"a", 1}).has_value());
    BOOST_TEST(!jobs.lose({"a", 1}).has_value());
}

BOOST_AUTO_TEST_CASE(another_lease_is_not_lost)
{
    held_jobs jobs;
    jobs.add(held("a", 2));
    BOOST_TEST(!jobs.lose_unless_ending({"a", 1}));
    jobs.add_answer({"a", 1}, answer("of an earlier run"));
    BOOST_TEST(jobs.take_changes(true).empty());
    BOOST_TEST(jobs.read({"a", 2}).has_value());
}

BOOST_AUTO_TEST_CASE(a_job_keeps_its_lease_while_its_result_is_stored)
{
    held_jobs jobs;
    jobs.add(held("a"));
    jobs.add_answer({"a", 1}, answer("first"));
    BOOST_REQUIRE(jobs.begin_end({"a", 1}).has_value());
    BOOST_TEST(jobs.leases().size() == 1U);
    BOOST_TEST(jobs.take_changes(true).empty());
    BOOST_TEST(!jobs.lose_unless_ending({"a", 1}), "the renewal may not see the result yet");

    jobs.cancel_end({"a", 1});
    BOOST_TEST(jobs.take_changes(true).size() == 1U);
    BOOST_TEST(jobs.lose_unless_ending({"a", 1}));
}

BOOST_AUTO_TEST_CASE(tenants_are_busy_by_their_jobs)
{
    held_jobs jobs;
    jobs.add(held("a", 1, "one"));
    jobs.add(held("b", 1, "one"));
    jobs.add(held("c", 1, "two"));
    auto request   = held("d", 1, "two");
    request.is_job = false;
    jobs.add(std::move(request));

    const std::vector<std::string> busy{"one"};
    BOOST_TEST(jobs.busy_tenants(2) == busy, boost::test_tools::per_element());
    BOOST_TEST(jobs.busy_tenants(1).size() == 2U);
    BOOST_TEST(jobs.busy_tenants(3).empty());
}

BOOST_AUTO_TEST_SUITE_END()
