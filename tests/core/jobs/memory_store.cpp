#include "jobs/memory_store.hpp"

#include "core/jobs/sample_requests.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <new>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t no_limit = 1'000'000;

struct store_fixture : sample_requests
{
    time_point   now{1'000s};
    memory_store store{{.bounds         = {.unfinished_jobs = 3, .tenant_bytes = 60'000, .bytes = 100'000},
                        .takeovers      = 1,
                        .time_to_expiry = 1h},
                       [this] { return now; }};

    static idempotency identified(std::string key, unsigned char digest)
    {
        return {.digests = {{.key = std::move(key), .body = {static_cast<char>(digest)}}}};
    }

    submission_result submit(std::string tenant, std::string key = {}, unsigned char digest = 0, bool is_job = true,
                             std::string body = "{}")
    {
        submission added{.request = request(std::move(tenant), std::move(body)), .key = {}, .is_job = is_job};
        if (!key.empty()) added.key = identified(std::move(key), digest);
        return support::run(store.submit(std::move(added)));
    }

    template <class Action>
    static std::string code_of(Action action)
    {
        try
        {
            action();
        }
        catch (const sdk::error& failure)
        {
            return std::string{failure.code_name()};
        }
        return "";
    }

    /// The tenants of the jobs in the order of their start.
    std::string claimed(std::size_t tenant_limit = no_limit)
    {
        std::string tenants;
        while (const auto started = support::run(store.claim(tenant_limit)))
            tenants += started->request.caller.tenant_id;
        return tenants;
    }

    std::size_t bytes() const { return store.statistics().bytes; }
};

/// While it lives, the process gets at most 16 MiB of further memory.
class little_memory
{
public:
    little_memory()
    {
        std::ifstream statm{"/proc/self/statm"};
        rlim_t        pages = 0;
        statm >> pages;
        ::getrlimit(RLIMIT_AS, &before_);
        const rlimit limit{pages * static_cast<rlim_t>(::getpagesize()) + (rlim_t{16} << 20), before_.rlim_max};
        BOOST_REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
    }
    ~little_memory() { ::setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(memory_store_, store_fixture)

BOOST_AUTO_TEST_CASE(a_job_is_queued_runs_and_keeps_its_answer)
{
    const auto id = submit("a").state.id;
    BOOST_TEST((support::run(store.find("a", id))->status == job_status::queued));
    BOOST_TEST(!support::run(store.answer("a", id)));

    now += 2s;
    const auto started = support::run(store.claim(no_limit));
    BOOST_REQUIRE(started.has_value());
    BOOST_TEST(started->request.body.text == "{}");
    store.report_progress({id, 1}, {.phase = "map", .done = 1, .total = 2});
    store.add_attempt({id, 1}, 7);
    now += 3s;
    support::run(store.finish({id, 1}, answer_of("answer")));

    const auto job = support::run(store.find("a", id));
    BOOST_TEST((job->status == job_status::succeeded));
    BOOST_TEST((job->started == time_point{1'002s}));
    BOOST_TEST((job->finished == time_point{1'005s}));
    BOOST_TEST((job->expires == time_point{1'005s} + 1h));
    BOOST_TEST(job->attempts == 1);
    BOOST_TEST(job->cost == 7);
    BOOST_TEST(job->progress.done == 2U); // the operation does not report the end
    BOOST_TEST(*support::run(store.answer("a", id))->shared_body == "answer");
}

BOOST_AUTO_TEST_CASE(a_job_that_is_given_up_is_claimed_next_and_its_first_run_changes_nothing)
{
    const auto id = submit("a").state.id;
    submit("a");
    const auto first = support::run(store.claim(no_limit));
    store.report_progress(first->lease, {.phase = "map", .done = 1, .total = 2});
    BOOST_TEST(support::run(store.give_up(first->lease)));
    BOOST_TEST(!support::run(store.give_up(first->lease)));
    BOOST_TEST((support::run(store.find("a", id))->status == job_status::queued));
    BOOST_TEST(!store.is_running(first->lease));

    const auto second = support::run(store.claim(no_limit));
    BOOST_TEST(second->state.id == id);
    BOOST_TEST(second->request.body.text == "{}");
    BOOST_TEST(!second->is_exhausted);
    BOOST_TEST((second->state.progress == job_progress{}));
    store.report_progress(first->lease, {.phase = "late", .done = 1, .total = 2});
    store.add_attempt(first->lease, 7);
    BOOST_TEST(!support::run(store.finish(first->lease, answer_of("late"))));
    BOOST_TEST(support::run(store.find("a", id))->version == second->state.version);
    BOOST_TEST(store.statistics().running == 1U);
    BOOST_TEST(store.statistics().queued == 1U);
    BOOST_TEST(store.statistics().taken_over == 1);

    BOOST_TEST(support::run(store.give_up(second->lease)));
    BOOST_TEST(support::run(store.claim(no_limit))->is_exhausted);
    BOOST_TEST(claimed() == "a");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they reserve addresses without a bound
BOOST_AUTO_TEST_CASE(a_job_whose_body_cannot_be_copied_is_claimed_later)
{
    constexpr std::size_t size = std::size_t{64} << 20;
    memory_store          large{{.bounds         = {.unfinished_jobs = 3, .tenant_bytes = 1 << 30, .bytes = 1 << 30},
                                 .takeovers      = 0,
                                 .time_to_expiry = 1h},
                       [this] { return now; }};
    const auto            id =
        support::run(large.submit({.request = request("a", std::string(size, 'x')), .key = {}, .is_job = true}))
            .state.id;
    {
        const little_memory limit;
        BOOST_CHECK_THROW(support::run(large.claim(no_limit)), std::bad_alloc);
    }
    BOOST_TEST(large.statistics().queued == 1U);
    BOOST_TEST(large.statistics().running == 0U);

    const auto claimed = support::run(large.claim(no_limit));
    BOOST_REQUIRE(claimed.has_value());
    BOOST_TEST(claimed->state.id == id);
    BOOST_TEST(!claimed->is_exhausted); // not a takeover
    BOOST_TEST((claimed->request.body.text == std::string(size, 'x')));
    BOOST_TEST(support::run(large.finish(claimed->lease, answer_of("answer"))).has_value());
}
#endif

BOOST_AUTO_TEST_CASE(a_job_is_not_given_up_while_the_server_stops)
{
    const auto id  = submit("a").state.id;
    const auto run = support::run(store.claim(no_limit));
    store.stop_queued([](const job&) { return failure_of("server_stopped"); });

    BOOST_CHECK_THROW(support::run(store.give_up(run->lease)), sdk::error); // nobody would claim it
    BOOST_TEST(store.is_running(run->lease));
    BOOST_TEST(store.stop_running(run->lease, [](const job&) { return failure_of("server_stopped"); }).has_value());
    BOOST_TEST((support::run(store.find("a", id))->status == job_status::failed));
}

BOOST_AUTO_TEST_CASE(every_change_gives_a_new_version)
{
    const auto id      = submit("a").state.id;
    const auto version = [&] { return support::run(store.find("a", id))->version; };
    const auto first   = version();
    support::run(store.claim(no_limit));
    const auto second = version();
    store.report_progress({id, 1}, {.phase = "map", .done = 1, .total = 2});
    const auto third = version();
    store.report_progress({id, 1}, {.phase = "map", .done = 1, .total = 2});
    BOOST_TEST(version() == third);
    support::run(store.finish({id, 1}, answer_of("")));

    BOOST_TEST(first < second);
    BOOST_TEST(second < third);
    BOOST_TEST(third < version());
}

BOOST_AUTO_TEST_CASE(a_failed_job_has_its_error_and_an_answer)
{
    const auto id = submit("a").state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({id, 1}, failure_of("llm_error")));

    BOOST_TEST((support::run(store.find("a", id))->status == job_status::failed));
    BOOST_TEST(support::run(store.find("a", id))->failure->code == "llm_error");
    BOOST_TEST(support::run(store.answer("a", id))->status == 502);
}

BOOST_AUTO_TEST_CASE(another_tenant_sees_nothing)
{
    const auto id = submit("a").state.id;
    BOOST_TEST(!support::run(store.find("b", id)));
    BOOST_TEST(!support::run(store.answer("b", id)));
    BOOST_TEST(!support::run(store.cancel("b", id, if_finished::erase)));
    BOOST_TEST(support::run(store.list("b", {}, 10)).jobs.empty());
    BOOST_TEST(support::run(store.find("a", id)).has_value());
    BOOST_TEST(!support::run(store.find("a", "")));
    BOOST_TEST(!support::run(store.find("a", id + "0")));
}

BOOST_AUTO_TEST_CASE(tenants_take_turns)
{
    for (const auto* tenant : {"a", "a", "a", "b", "b", "c"}) submit(tenant);
    BOOST_TEST(claimed() == "abcaba");
}

BOOST_AUTO_TEST_CASE(a_tenant_at_its_limit_is_passed_over)
{
    for (const auto* tenant : {"a", "a", "a", "b"}) submit(tenant);
    BOOST_TEST(claimed(2) == "aba");
    support::run(store.finish({support::run(store.list("a", {}, 10)).jobs.back().id, 1}, answer_of("")));
    BOOST_TEST(claimed(2) == "a");
}

BOOST_AUTO_TEST_CASE(cancelling_erases_the_request_and_frees_the_key)
{
    const auto id = submit("a", "key", 1, true, std::string(10'000, ' ')).state.id;
    BOOST_TEST(bytes() > 10'000U);

    const auto removed = support::run(store.cancel("a", id, if_finished::erase));

    BOOST_TEST(removed->is_cancelled);
    BOOST_TEST((removed->state.status == job_status::cancelled));
    BOOST_TEST((support::run(store.find("a", id))->status == job_status::cancelled));
    BOOST_TEST(!support::run(store.answer("a", id)));
    BOOST_TEST(bytes() < 10'000U);
    BOOST_TEST(claimed() == "");
    BOOST_TEST(submit("a", "key", 2).is_new);
}

BOOST_AUTO_TEST_CASE(a_cancelled_job_ignores_its_late_answer)
{
    const auto id = submit("a").state.id;
    support::run(store.claim(no_limit));
    support::run(store.cancel("a", id, if_finished::erase));
    BOOST_TEST(!support::run(store.finish({id, 1}, answer_of("late"))));
    store.report_progress({id, 1}, {.phase = "map", .done = 1, .total = 2});
    store.add_attempt({id, 1}, 5);

    BOOST_TEST((support::run(store.find("a", id))->status == job_status::cancelled));
    BOOST_TEST(support::run(store.find("a", id))->progress.phase.empty());
    BOOST_TEST(!support::run(store.answer("a", id)));
    BOOST_TEST(store.statistics().running == 0U);
}

BOOST_AUTO_TEST_CASE(a_finished_job_is_erased)
{
    const auto id = submit("a", "key").state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({id, 1}, answer_of(std::string(5'000, 'x'))));
    BOOST_TEST((support::run(store.cancel("a", id, if_finished::erase))->state.status == job_status::succeeded));
    BOOST_TEST(!support::run(store.find("a", id)));
    BOOST_TEST(bytes() == 0U);
    BOOST_TEST(submit("a", "key", 9).is_new);
}

BOOST_AUTO_TEST_CASE(cancelling_keeps_what_has_ended)
{
    const auto finished = submit("a", "key").state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({finished, 1}, answer_of("x")));
    const auto unfinished = submit("a").state.id;

    const auto cancel = [&](const std::string& id) { return support::run(store.cancel("a", id, if_finished::keep)); };
    BOOST_TEST(cancel(unfinished)->is_cancelled);
    for (const auto& [id, status] :
         {std::pair{finished, job_status::succeeded}, std::pair{unfinished, job_status::cancelled}})
    {
        const auto version = support::run(store.find("a", id))->version;
        const auto kept    = cancel(id);
        BOOST_TEST(!kept->is_cancelled);
        BOOST_TEST((kept->state.status == status));
        BOOST_TEST(support::run(store.find("a", id))->version == version);
    }
    BOOST_TEST(support::run(store.answer("a", finished)) != nullptr);
    BOOST_TEST(!submit("a", "key").is_new);
}

BOOST_AUTO_TEST_CASE(finished_jobs_expire_and_others_do_not)
{
    const auto finished = submit("a", "key").state.id;
    const auto waiting  = submit("a").state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({finished, 1}, answer_of("x")));

    now += 1h - 1us;
    store.erase_expired();
    BOOST_TEST(support::run(store.answer("a", finished)) != nullptr);
    now += 1us;
    BOOST_TEST(!support::run(store.find("a", finished))); // also before the next cleaning
    BOOST_TEST(!support::run(store.answer("a", finished)));
    BOOST_TEST(support::run(store.list("a", {}, 10)).jobs.size() == 1U);
    BOOST_TEST(submit("a", "key", 2).is_new);
    now += 24h;
    store.erase_expired();
    BOOST_TEST(support::run(store.find("a", waiting)).has_value());
}

BOOST_AUTO_TEST_CASE(the_list_is_newest_first_in_pages)
{
    std::vector<std::string> ids;
    for (int n = 0; n != 3; ++n) ids.push_back(submit("a").state.id); // at the same time
    submit("b");

    const auto first = support::run(store.list("a", {}, 2));
    BOOST_REQUIRE(first.next.has_value());
    const auto second = support::run(store.list("a", first.next, 2));

    std::vector<std::string> listed;
    for (const auto& page : {first, second})
        for (const auto& job : page.jobs) listed.push_back(job.id);
    BOOST_TEST(!second.next.has_value());
    const std::vector<std::string> expected{ids[2], ids[1], ids[0]};
    BOOST_TEST(listed == expected, boost::test_tools::per_element());
    BOOST_TEST(support::run(store.list("a", 0, 2)).jobs.empty());
    BOOST_TEST(support::run(store.list("a", {}, 3)).next.has_value() == false);
}

BOOST_AUTO_TEST_CASE(unfinished_jobs_of_a_tenant_are_bounded)
{
    for (int n = 0; n != 3; ++n) submit("a");
    BOOST_TEST(code_of([&] { submit("a"); }) == "too_many_jobs");
    submit("b");
    support::run(store.claim(no_limit));
    BOOST_TEST(code_of([&] { submit("a"); }) == "too_many_jobs"); // running ones count
    support::run(store.finish({support::run(store.list("a", {}, 10)).jobs.back().id, 1}, answer_of("")));
    submit("a");
}

BOOST_AUTO_TEST_CASE(memory_is_bounded_in_total_and_per_tenant)
{
    const auto large = [&](const char* tenant, std::size_t size) {
        return code_of([&] { submit(tenant, {}, 0, true, std::string(size, ' ')); });
    };
    BOOST_TEST(large("a", 70'000) == "payload_too_large");
    BOOST_TEST(large("a", 50'000) == "");
    BOOST_TEST(large("a", 20'000) == "too_many_jobs");
    BOOST_TEST(large("b", 50'000) == "overloaded");
    BOOST_TEST(large("b", 40'000) == "");
}

BOOST_AUTO_TEST_CASE(an_answer_is_kept_even_over_the_bound_and_then_nothing_is_added)
{
    const auto id = submit("a").state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({id, 1}, answer_of(std::string(200'000, 'x'))));
    BOOST_TEST(support::run(store.answer("a", id))->shared_body->size() == 200'000U);
    BOOST_TEST(code_of([&] { submit("b"); }) == "overloaded");
    support::run(store.cancel("a", id, if_finished::erase));
    submit("b");
}

BOOST_AUTO_TEST_CASE(the_same_key_finds_the_same_job_before_and_after_its_end)
{
    const auto first = submit("a", "key", 1);
    const auto again = submit("a", "key", 1);
    BOOST_TEST(first.is_new);
    BOOST_TEST(!again.is_new);
    BOOST_TEST(again.state.id == first.state.id);
    BOOST_TEST(submit("b", "key", 1).is_new); // keys belong to tenants

    const auto claimed = support::run(store.claim(no_limit));
    support::run(store.finish(claimed->lease, answer_of("x")));
    BOOST_TEST(submit("a", "key", 1).answer != nullptr);
    BOOST_TEST(submit("a", "key", 1, false).answer != nullptr); // also without a job
}

BOOST_AUTO_TEST_CASE(a_key_with_another_body_or_route_is_a_conflict)
{
    submit("a", "key", 1);
    BOOST_TEST(code_of([&] { submit("a", "key", 2); }) == "conflict");
    BOOST_TEST(code_of([&] { submit("a", "key", 2, false); }) == "conflict");
    submission elsewhere{.request = request("a"), .key = identified("key", 1), .is_job = true};
    elsewhere.request.target = &second_endpoint;
    BOOST_TEST(code_of([&] { support::run(store.submit(std::move(elsewhere))); }) == "conflict");
}

BOOST_AUTO_TEST_CASE(a_duplicate_of_a_request_in_progress_is_unfinished)
{
    const auto first = submit("a", "key", 1, false);
    BOOST_TEST(first.is_new);
    BOOST_TEST(code_of([&] { submit("a", "key", 1, false); }) == "unfinished");
    BOOST_TEST(code_of([&] { submit("a", "key", 1, true); }) == "unfinished");

    support::run(store.finish(first.lease, answer_of("x")));
    BOOST_TEST(*submit("a", "key", 1, false).answer->shared_body == "x");
    BOOST_TEST(support::run(store.list("a", {}, 10)).jobs.empty()); // it is no job
    BOOST_TEST(!support::run(store.find("a", first.state.id)));

    submit("a", "job", 1, true);
    BOOST_TEST(code_of([&] { submit("a", "job", 1, false); }) == "unfinished");
}

BOOST_AUTO_TEST_CASE(erasing_an_answer_frees_its_key)
{
    const auto erase = [&](const std::string& tenant) {
        return support::run(store.erase_answer(tenant, identified("key", 0)));
    };
    BOOST_TEST(!erase("a"));
    const auto lease = submit("a", "key", 1, false).lease;
    BOOST_TEST((erase("a")->state.status == job_status::running)); // its client waits
    BOOST_TEST(code_of([&] { submit("a", "key", 1, false); }) == "unfinished");
    support::run(store.finish(lease, answer_of("x")));
    BOOST_TEST(!erase("b"));
    BOOST_TEST(!submit("a", "key", 1, false).is_new);

    const auto erased = erase("a");
    BOOST_TEST(erased->state.id == lease.id);
    BOOST_TEST(!erased->is_job);
    BOOST_TEST(store.statistics().bytes == 0U);
    BOOST_TEST(!erase("a"));
    BOOST_TEST(submit("a", "key", 2, false).is_new);
}

BOOST_AUTO_TEST_CASE(the_answer_of_a_job_is_erased_with_its_job_only)
{
    const auto id = submit("a", "key", 1).state.id;
    support::run(store.claim(no_limit));
    support::run(store.finish({id, 1}, answer_of("x")));
    BOOST_TEST(support::run(store.erase_answer("a", identified("key", 0)))->is_job);
    BOOST_TEST(support::run(store.answer("a", id)) != nullptr);

    now += 1h;
    BOOST_TEST(!support::run(store.erase_answer("a", identified("key", 0)))); // expired
}

BOOST_AUTO_TEST_CASE(a_request_without_an_answer_frees_its_key)
{
    const auto first = submit("a", "key", 1, false);
    store.forget(first.lease);
    BOOST_TEST(submit("a", "key", 2, false).is_new);
    store.forget({"unknown", 0});
}

BOOST_AUTO_TEST_CASE(a_stop_fails_all_queued_jobs)
{
    for (const auto* tenant : {"a", "b", "a"}) submit(tenant);
    support::run(store.claim(no_limit));
    for (int stopped = 0; stopped != 2; ++stopped)
        BOOST_TEST(store.stop_queued([](const job&) { return failure_of("server_stopped"); }).has_value());
    BOOST_TEST(!store.stop_queued([](const job&) { return failure_of("server_stopped"); }));
    BOOST_TEST(store.statistics().queued == 0U);
    BOOST_TEST(store.statistics().running == 1U);
    BOOST_TEST((support::run(store.list("b", {}, 1)).jobs.front().status == job_status::failed));
}

BOOST_AUTO_TEST_CASE(a_job_that_would_never_run_is_refused)
{
    const auto id = submit("a", "key", 1).state.id;
    store.stop_queued([](const job&) { return failure_of("server_stopped"); });

    BOOST_TEST(code_of([&] { submit("a"); }) == "overloaded");
    BOOST_TEST(submit("a", "key", 1).state.id == id);  // the job has failed
    BOOST_TEST(submit("a", "other", 1, false).is_new); // its client waits
    BOOST_TEST(store.statistics().queued == 0U);
}

BOOST_AUTO_TEST_CASE(ages_are_those_of_the_oldest)
{
    BOOST_TEST(store.statistics().oldest_queued.count() == 0);
    submit("a");
    now += 5s;
    submit("b");
    BOOST_TEST(store.statistics().oldest_queued.count() == 5);
    support::run(store.claim(no_limit));
    now += 7s;
    BOOST_TEST(store.statistics().oldest_running.count() == 7);
    BOOST_TEST(store.statistics().oldest_queued.count() == 7);
}

BOOST_AUTO_TEST_SUITE_END()
