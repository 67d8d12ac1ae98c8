#include "jobs/job_queue.hpp"

#include "core/jobs/job_database.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;

namespace {

/// The tenants of the queued jobs in the order in which they are claimed.
std::string claimed_tenants(job_database& test)
{
    std::string tenants;
    while (const auto job = test.queue.claim(test.terms, test.filter, test.now)) tenants += job->tenant_id;
    return tenants;
}

/// All that writes of a server can change.
std::string content(const job_database& test)
{
    const auto rows =
        test.db->select("select id, status, coalesce(finished, 0), phase, done, attempts, version, bytes, "
                        "fence, coalesce(server_id, ''), (select count(*) from job_parts where job_id = id) "
                        "from jobs order by id",
                        11, {});
    std::string text = test.wrong_counters();
    for (const auto& row : rows)
        for (const auto& column : row) text += '|' + column.value_or("null");
    return text;
}

/// The writes of a server with a lease; each returns whether it had an effect.
const std::map<std::string, std::function<bool(job_database&, const job_lease&)>> writes{
    {"progress",
     [](auto& test, auto& lease) {
         return test.queue.write_state(lease, {{"map", 1, 2}, 3, 4});
     }},
    {"answers",
     [](auto& test, auto& lease) { return test.queue.add_answers(lease, std::vector<std::string>{"answer"}); }},
    {"finish", [](auto& test, auto& lease) { return test.queue.finish(lease, "result", "", test.end()).has_value(); }},
    {"fail",
     [](auto& test, auto& lease) { return test.queue.finish(lease, "result", "failure", test.end()).has_value(); }},
    {"release", [](auto& test, auto& lease) { return test.queue.release(lease); }},
    {"give up", [](auto& test, auto& lease) { return test.queue.give_up(lease); }},
    {"forget", [](auto& test, auto& lease) { return test.queue.forget(lease); }},
};

} // namespace

BOOST_AUTO_TEST_SUITE(job_queue_)

BOOST_DATA_TEST_CASE(the_oldest_job_of_a_tenant_runs_first, both_databases, kind)
{
    job_database test{kind};
    const auto   first = test.add("tenant");
    test.add("tenant");
    test.now += 1s;

    const auto job = test.claim();
    BOOST_TEST(job.state.id == first);
    BOOST_TEST(to_string(job.state.status) == "running");
    BOOST_CHECK(job.state.started == test.now);
    BOOST_TEST(job.state.version == 2U);
    BOOST_TEST(job.fence == 1);
    BOOST_TEST(job.takeovers == 0);
    BOOST_TEST(job.wrapped_key == "wrapped");
    BOOST_TEST(test.table.part(first, part_kind::request).has_value());
    BOOST_TEST(test.wrong_counters() == "0");
    BOOST_TEST(claimed_tenants(test) == "tenant");
    BOOST_TEST(claimed_tenants(test) == "");
}

BOOST_DATA_TEST_CASE(tenants_take_turns, both_databases, kind)
{
    job_database test{kind};
    for (const auto* tenant : {"a", "a", "a", "a", "b", "b", "c"}) test.add(tenant);
    BOOST_TEST(claimed_tenants(test) == "abcabaa");

    for (const auto* tenant : {"a", "a", "b", "b"}) test.add(tenant);
    BOOST_TEST(test.claim().tenant_id == "a");
    test.add("a");
    test.add("c");
    BOOST_TEST(claimed_tenants(test) == "bacba");
}

BOOST_DATA_TEST_CASE(a_tenant_keeps_its_turn_while_it_is_passed_over, both_databases, kind)
{
    job_database test{kind};
    for (const auto* tenant : {"a", "b", "b", "c"}) test.add(tenant);
    test.filter.passed_tenants = {"a", "c"};
    BOOST_TEST(claimed_tenants(test) == "bb");
    test.filter.passed_tenants = {};
    test.add("b");
    BOOST_TEST(claimed_tenants(test) == "acb");
}

BOOST_DATA_TEST_CASE(jobs_that_a_server_cannot_run_delay_no_others, both_databases, kind)
{
    job_database test{kind};
    auto         unknown = test.new_job("a");
    unknown.operation    = "of tomorrow";
    test.add(unknown);
    unknown               = test.new_job("a");
    unknown.master_key_id = "another";
    test.add(unknown);
    test.add("a");
    test.add("b");
    BOOST_TEST(claimed_tenants(test) == "ab");

    test.filter = {.passed_tenants = {}, .operations = {"summarize", "of tomorrow"}, .master_key_ids = {"master"}};
    BOOST_TEST(claimed_tenants(test) == "a");
    test.filter.master_key_ids = {"another", "master"};
    BOOST_TEST(claimed_tenants(test) == "a");
    BOOST_TEST(test.wrong_counters() == "0");

    test.filter = {};
    test.add("a");
    BOOST_TEST(claimed_tenants(test) == "");
}

BOOST_DATA_TEST_CASE(a_job_runs_elsewhere_after_its_lease, both_databases, kind)
{
    job_database test{kind};
    const auto   id    = test.add("tenant");
    const auto   first = test.claim();
    test.add("tenant");
    test.queue.write_state(lease_of(first), {{"map", 1, 2}, 3, 4});
    test.end_leases();

    test.terms.server_id = "another";
    const auto second    = test.queue.claim(test.terms, test.filter, test.now + 1s).value();
    BOOST_TEST(second.state.id == id);
    BOOST_TEST(second.fence == 2);
    BOOST_TEST(second.takeovers == 1);
    BOOST_TEST(second.state.attempts == 3);
    BOOST_TEST(second.state.cost == 4);
    BOOST_CHECK(second.state.started == first.state.started);
    BOOST_TEST(test.wrong_counters() == "0");
    BOOST_TEST(test.claim().state.id != id);
}

BOOST_DATA_TEST_CASE(a_lease_that_has_ended_is_taken_by_servers_that_can_run_the_job, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    test.claim();
    test.end_leases();
    BOOST_TEST(!test.queue.claim(test.terms, test.filter, test.now).has_value(), "a server renews its own leases");
    test.terms.server_id = "another";
    const claim_filter filters[]{{{"tenant"}, {"summarize"}, {"master"}},
                                 {{}, {"of tomorrow"}, {"master"}},
                                 {{}, {"summarize"}, {"another"}},
                                 {}};
    for (const auto& filter : filters) BOOST_TEST(!test.queue.claim(test.terms, filter, test.now).has_value());
    BOOST_TEST(test.claim().fence == 2);
}

BOOST_DATA_TEST_CASE(a_request_whose_client_waits_is_never_claimed, both_databases, kind)
{
    job_database test{kind};
    test.add(test.new_request("tenant", "key"));
    test.end_leases();
    BOOST_TEST(!test.queue.claim(test.terms, test.filter, test.now).has_value());
}

BOOST_DATA_TEST_CASE(a_server_renews_the_leases_that_it_still_has, both_databases, kind)
{
    job_database test{kind};
    const auto   cancelled = test.add("tenant");
    test.claim();
    const auto lost = test.add("tenant");
    test.claim();
    test.end_leases();
    const auto other = lease_terms{.server_id = "another", .duration = 1h};
    while (test.queue.claim(other, test.filter, test.now))
    {}
    const auto renewed = test.add("tenant");
    const auto lease   = lease_of(test.claim());
    const auto request = lease_of(test.add(test.new_request("tenant", "key")));
    test.table.cancel("tenant", cancelled, test.end(), if_finished::erase);
    test.end_leases();

    const auto leases = test.queue.renew(test.terms);
    BOOST_REQUIRE(leases.size() == 2U);
    BOOST_CHECK((leases[0] == lease || leases[1] == lease));
    BOOST_CHECK((leases[0] == request || leases[1] == request));
    BOOST_CHECK(test.queue.leases(test.terms.server_id) == leases);
    BOOST_TEST(renewed == lease.id);
    const auto claimed = test.claim();
    BOOST_TEST(claimed.state.id == lost);
    BOOST_TEST(!test.queue.claim(test.terms, test.filter, test.now).has_value());
}

BOOST_DATA_TEST_CASE(a_lease_lasts_as_long_as_its_terms, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    test.terms.duration = 0us;
    BOOST_TEST(test.claim().takeovers == 0);
    test.terms.server_id = "another";
    BOOST_TEST(test.claim().takeovers == 1);
    test.terms.duration = 1h;
    test.queue.renew(test.terms);
    BOOST_TEST(!test.queue.claim(test.terms, test.filter, test.now).has_value());
}

BOOST_DATA_TEST_CASE(an_old_fence_writes_nothing, both_databases, kind)
{
    job_database test{kind};
    for (const auto& [name, write] : writes) BOOST_TEST_CONTEXT(name)
        {
            test.clear();
            test.add("tenant");
            test.terms.server_id = "server";
            const auto old       = lease_of(test.claim());
            test.end_leases();
            test.terms.server_id = "another";
            const auto current   = lease_of(test.claim());
            const auto before    = content(test);

            BOOST_TEST(!write(test, old));
            BOOST_TEST(!write(test, {job_id(99), 1}));
            BOOST_TEST(content(test) == before);
            BOOST_TEST(write(test, current) == (name != "forget"));
            BOOST_TEST(test.wrong_counters() == "0");
        }
}

BOOST_DATA_TEST_CASE(a_job_that_does_not_run_is_not_written_to, both_databases, kind)
{
    const std::map<std::string, std::function<void(job_database&, const stored_job&)>> events{
        {"finished", [](auto& test, auto& job) { test.queue.finish(lease_of(job), "result", "", test.end()); }},
        {"cancelled",
         [](auto& test, auto& job) { test.table.cancel("tenant", job.state.id, test.end(), if_finished::erase); }},
        {"released", [](auto& test, auto& job) { test.queue.release(lease_of(job)); }},
    };
    job_database test{kind};
    for (const auto& [event_name, event] : events)
        for (const auto& [name, write] : writes) BOOST_TEST_CONTEXT(event_name << ", " << name)
            {
                test.clear();
                test.add("tenant");
                const auto job = test.claim();
                event(test, job);
                const auto before = content(test);
                BOOST_TEST(!write(test, lease_of(job)));
                BOOST_TEST(content(test) == before);
            }
}

BOOST_DATA_TEST_CASE(the_version_grows_with_changes_that_a_client_sees, both_databases, kind)
{
    job_database test{kind};
    const auto   id    = test.add("tenant");
    const auto   lease = lease_of(test.claim());
    const auto   state = [&] { return test.table.find("tenant", id, test.now).value().state; };

    BOOST_TEST(test.queue.write_state(lease, {{"map", 1, 4}, 2, 50}));
    BOOST_TEST(state().version == 3U);
    BOOST_CHECK((state().progress == job_progress{"map", 1, 4}));
    BOOST_TEST(state().attempts == 2);
    BOOST_TEST(state().cost == 50);

    BOOST_TEST(test.queue.write_state(lease, {{"map", 1, 4}, 2, 50}));
    test.queue.add_answers(lease, std::vector<std::string>{"answer"});
    test.queue.renew(test.terms);
    BOOST_TEST(state().version == 3U);
    BOOST_TEST(test.queue.write_state(lease, {{"map", 1, 4}, 3, 50}));
    BOOST_TEST(state().version == 4U);
}

BOOST_DATA_TEST_CASE(answers_are_appended_and_count_for_the_bounds, both_databases, kind)
{
    job_database test{kind};
    const auto   id = test.add("tenant");
    BOOST_TEST(test.queue.add_answers(lease_of(test.claim()), std::vector<std::string>{"one", "two"}));
    test.end_leases();
    test.terms.server_id = "another";
    const auto lease     = lease_of(test.claim());
    BOOST_TEST(test.queue.add_answers(lease, {}));
    BOOST_TEST(test.queue.add_answers(lease, std::vector<std::string>{"three"}));

    const std::vector<std::string> expected{"one", "two", "three"};
    BOOST_TEST(test.table.parts(id, part_kind::answer) == expected, boost::test_tools::per_element());
    BOOST_TEST(test.table.find("tenant", id, test.now).value().bytes == 1'000 + 11);
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(many_answers_keep_their_order, both_databases, kind)
{
    job_database             test{kind};
    const auto               id = test.add("tenant");
    std::vector<std::string> answers;
    for (int n = 0; n < 25; ++n) answers.push_back(std::to_string(n));
    test.queue.add_answers(lease_of(test.claim()), answers);
    BOOST_TEST(test.table.parts(id, part_kind::answer) == answers, boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(a_finished_job_has_its_result_only, both_databases, kind)
{
    job_database test{kind};
    const auto   id    = test.add(test.new_job_with_key("tenant", {"key"})).state.id;
    const auto   lease = lease_of(test.claim());
    test.queue.write_state(lease, {{"map", 1, 4}, 2, 50});
    test.queue.add_answers(lease, std::vector<std::string>{"answer"});

    const auto finished = test.queue.finish(lease, "result", "", test.end()).value();
    BOOST_TEST(to_string(finished.state.status) == "succeeded");
    BOOST_CHECK(finished.state.finished == test.end().finished);
    BOOST_CHECK(finished.state.expires == test.end().expires);
    BOOST_CHECK((finished.state.progress == job_progress{"map", 4, 4}));
    BOOST_TEST(finished.state.attempts == 2);
    BOOST_TEST(finished.state.version == 4U);
    BOOST_TEST(finished.wrapped_key == "wrapped");
    BOOST_TEST(finished.body_digest == "body of " + id);
    BOOST_TEST(finished.bytes == 100);
    BOOST_TEST(test.table.part(id, part_kind::result).value() == "result");
    BOOST_TEST(test.value("select count(*) from job_parts") == "1");
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(a_failed_job_keeps_its_progress_and_its_failure, both_databases, kind)
{
    job_database test{kind};
    const auto   id    = test.add("tenant");
    const auto   lease = lease_of(test.claim());
    test.queue.write_state(lease, {{"map", 1, 4}, 2, 50});
    test.queue.finish(lease, "result", "failure", test.end());

    const auto failed = test.table.find("tenant", id, test.now).value();
    BOOST_TEST(to_string(failed.state.status) == "failed");
    BOOST_CHECK((failed.state.progress == job_progress{"map", 1, 4}));
    BOOST_TEST(failed.sealed_failure == "failure");
    BOOST_TEST(test.table.part(id, part_kind::result).value() == "result");
}

BOOST_DATA_TEST_CASE(steps_of_unknown_number_stay_as_reported, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    const auto lease = lease_of(test.claim());
    test.queue.write_state(lease, {{"map", 3, 0}, 0, 0});
    BOOST_CHECK(
        (test.queue.finish(lease, "result", "", test.end()).value().state.progress == job_progress{"map", 3, 0}));
}

BOOST_DATA_TEST_CASE(the_last_state_of_a_run_is_stored_with_its_end, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    const auto lease = lease_of(test.claim());
    test.queue.write_state(lease, {{"map", 1, 4}, 2, 50});
    const auto state =
        test.queue.finish(lease, "result", "failure", test.end(), core::jobs::run_state{{"reduce", 0, 1}, 7, 90})
            .value()
            .state;
    BOOST_CHECK((state.progress == job_progress{"reduce", 0, 1}));
    BOOST_TEST(state.attempts == 7);
    BOOST_TEST(state.cost == 90);
}

BOOST_DATA_TEST_CASE(a_request_whose_client_waits_is_finished_or_forgotten, both_databases, kind)
{
    job_database test{kind};
    const auto   request = test.add(test.new_request("tenant", "key"));
    BOOST_TEST(!test.queue.release(lease_of(request)));
    BOOST_TEST(test.queue.finish(lease_of(request), "result", "", test.end()).has_value());
    const auto repeated = test.table.add(test.new_request("tenant", "key"), no_bounds);
    BOOST_CHECK(repeated.outcome == addition_outcome::earlier);
    BOOST_TEST(to_string(repeated.job.value().state.status) == "succeeded");
    BOOST_TEST(test.wrong_counters() == "0");

    const auto forgotten = test.add(test.new_request("other", "key"));
    BOOST_TEST(!test.queue.forget({forgotten.state.id, 0}));
    BOOST_TEST(test.queue.forget(lease_of(forgotten)));
    BOOST_TEST(test.value("select count(*) from job_tenants") == "1");
    test.add(test.new_request("other", "key"));
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(a_released_job_returns_to_its_place, both_databases, kind)
{
    job_database test{kind};
    const auto   first  = test.add("tenant");
    const auto   second = test.add("tenant");
    const auto   lease  = lease_of(test.claim());
    test.queue.write_state(lease, {{"map", 1, 4}, 2, 50});
    test.queue.add_answers(lease, std::vector<std::string>{"answer"});

    BOOST_TEST(test.queue.release(lease));
    const auto queued = test.table.find("tenant", first, test.now).value();
    BOOST_TEST(to_string(queued.state.status) == "queued");
    BOOST_TEST(!queued.state.started.has_value());
    BOOST_CHECK(queued.state.progress == job_progress{});
    BOOST_TEST(queued.state.attempts == 2);
    BOOST_TEST(queued.state.version == 4U);
    BOOST_TEST(test.table.parts(first, part_kind::answer).size() == 1U);
    BOOST_TEST(test.wrong_counters() == "0");

    const auto again = test.claim();
    BOOST_TEST(again.state.id == first);
    BOOST_TEST(again.takeovers == 0);
    BOOST_TEST(again.fence == 2);
    BOOST_TEST(test.claim().state.id == second);
}

BOOST_DATA_TEST_CASE(a_job_that_is_given_up_is_taken_over_at_once_also_by_its_server, both_databases, kind)
{
    job_database test{kind};
    const auto   id = test.add("tenant");
    test.add("tenant");
    const auto first = test.claim();
    test.queue.write_state(lease_of(first), {{"map", 1, 4}, 2, 50});
    test.queue.add_answers(lease_of(first), std::vector<std::string>{"answer"});

    BOOST_TEST(test.queue.give_up(lease_of(first)));
    BOOST_TEST(!test.queue.give_up(lease_of(first)));
    BOOST_TEST(test.queue.renew(test.terms).empty());
    BOOST_TEST(!test.queue.write_state(lease_of(first), {{"late", 1, 4}, 3, 60}));

    const auto second = test.queue.claim(test.terms, test.filter, test.now + 1s).value();
    BOOST_TEST(second.state.id == id);
    BOOST_TEST(second.is_taken_over);
    BOOST_TEST(second.takeovers == 1);
    BOOST_TEST(second.state.attempts == 2);
    BOOST_CHECK(second.state.started == first.state.started);
    BOOST_TEST(test.table.parts(id, part_kind::answer).size() == 1U);
    BOOST_TEST(test.wrong_counters() == "0");
    BOOST_TEST(test.queue.renew(test.terms).size() == 1U);

    const auto request = test.add(test.new_request("other", "key"));
    BOOST_TEST(!test.queue.give_up(lease_of(request)), "its client waits");
}

BOOST_DATA_TEST_CASE(counters_equal_a_count_after_any_operations, both_databases, kind)
{
    job_database                                     test{kind};
    std::mt19937                                     random{20'261'122};
    std::vector<job_lease>                           leases;
    std::vector<std::pair<std::string, std::string>> jobs; // tenant and id
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const auto lease = [&] { return leases.empty() ? job_lease{job_id(0), 1} : leases[below(leases.size())]; };

    const job_bounds               bounds{.unfinished_jobs = 6, .tenant_bytes = 9'000, .bytes = 20'000};
    const std::vector<std::string> tenants{"a", "b", "c"};
    const std::function<void()>    operations[]{
           [&] {
            const auto job = test.new_job(tenants[below(3)]);
            jobs.emplace_back(job.tenant_id, job.id);
            test.table.add(job, bounds);
        },
           [&] { test.table.add(test.new_job_with_key(tenants[below(3)], {"key " + std::to_string(below(3))}), bounds); },
           [&] {
            const auto request = test.new_request(tenants[below(3)], "key " + std::to_string(below(5)));
            if (test.table.add(request, bounds).outcome == addition_outcome::added) leases.push_back({request.id, 1});
        },
           [&] {
            test.terms.server_id = "server " + std::to_string(below(2));
            if (const auto job = test.queue.claim(test.terms, test.filter, test.now)) leases.push_back(lease_of(*job));
        },
           [&] { test.queue.finish(lease(), "result", below(2) == 0 ? "" : "failure", test.end()); },
           [&] { test.queue.release(lease()); },
           [&] { test.queue.forget(lease()); },
           [&] { test.queue.add_answers(lease(), std::vector<std::string>(below(3), "answer")); },
           [&] { test.queue.renew(test.terms); },
           [&] {
            if (jobs.empty()) return;
            const auto& [tenant, id] = jobs[below(jobs.size())];
            test.table.cancel(tenant, id, test.end(), if_finished::erase);
        },
           [&] {
            if (below(4) == 0) test.end_leases();
        },
           [&] { test.table.erase_expired(test.now, 3); },
           [&] { test.now += std::chrono::minutes{below(20)}; },
    };
    for (int n = 0; n < 1'500; ++n)
    {
        operations[below(std::size(operations))]();
        if (n % 10 == 0) BOOST_REQUIRE_EQUAL(test.wrong_counters(), "0");
    }
    BOOST_TEST(test.last_id > 200U);
    test.end_leases();
    for (auto& [tenant, id] : jobs)
        while (test.table.cancel(tenant, id, test.end(), if_finished::erase))
        {}
    test.now += 1000h;
    while (test.table.erase_expired(test.now, 3) != 0)
    {}
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_AUTO_TEST_CASE(servers_that_claim_at_once_never_get_the_same_job)
{
    job_database test{dialect::postgresql};
    for (int n = 0; n < 80; ++n) test.add(std::string{"tenant "} + "abc"[n % 3]);
    for (int n = 0; n < 10; ++n) test.claim();
    test.end_leases(); // ten jobs are taken over

    std::mutex                 mutex;
    std::map<std::string, int> claims;
    std::vector<std::thread>   servers;
    for (int server = 0; server < 4; ++server)
        servers.emplace_back([&, server] {
            const auto        db = core::database::open(test.database.connection());
            const lease_terms terms{.server_id = std::to_string(server), .duration = 1h};
            while (const auto job = job_queue{*db}.claim(terms, test.filter, test.now))
            {
                const std::lock_guard lock{mutex};
                ++claims[job->state.id];
            }
        });
    for (auto& server : servers) server.join();

    BOOST_TEST(claims.size() == 80U);
    for (const auto& [id, count] : claims) BOOST_TEST(count == 1);
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_AUTO_TEST_CASE(servers_that_do_everything_at_once_lose_no_job)
{
    job_database             test{dialect::postgresql};
    std::vector<new_job>     jobs;
    std::vector<std::thread> servers;
    for (int n = 0; n < 80; ++n)
        jobs.push_back(test.new_job_with_key(n % 2 == 0 ? "a" : "b", {std::to_string(n % 20)}));
    for (std::size_t server = 0; server < 4; ++server)
        servers.emplace_back([&, server] {
            const auto        db = core::database::open(test.database.connection());
            job_table         table{*db};
            job_queue         queue{*db};
            const lease_terms terms{.server_id = std::to_string(server), .duration = std::chrono::microseconds{server}};
            for (std::size_t n = server; n < jobs.size(); n += 4)
            {
                table.add(jobs[n], no_bounds);
                queue.renew(terms);
                if (const auto job = queue.claim(terms, test.filter, test.now))
                {
                    queue.add_answers(lease_of(*job), std::vector<std::string>{"answer"});
                    if (n % 3 == 0) queue.release(lease_of(*job));
                    else if (n % 3 == 1) table.cancel(job->tenant_id, job->state.id, test.end(), if_finished::erase);
                    else queue.finish(lease_of(*job), "result", "", test.end());
                }
                table.erase_expired(test.now + 2h, 5);
            }
        });
    for (auto& server : servers) server.join();
    BOOST_TEST(test.wrong_counters() == "0");

    test.end_leases();
    while (const auto job = test.queue.claim(test.terms, test.filter, test.now))
        BOOST_TEST(test.queue.finish(lease_of(*job), "result", "", test.end()).has_value());
    while (test.table.erase_expired(test.now + 2h, 5) != 0)
    {}
    BOOST_TEST(test.value("select count(*) from jobs") == "0");
    BOOST_TEST(test.value("select count(*) from job_tenants") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
