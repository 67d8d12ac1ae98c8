#include "jobs/job_table.hpp"

#include "core/database/error_kind_of.hpp"
#include "core/jobs/job_database.hpp"

#include <boost/test/unit_test.hpp>

#include <poll.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;

namespace {

std::vector<std::string> ids_of(const std::vector<stored_job>& jobs)
{
    std::vector<std::string> ids;
    for (const auto& job : jobs) ids.push_back(job.state.id);
    return ids;
}

/// Whether the session receives a notification in this time.
bool is_notified(core::database::session& listening, std::chrono::milliseconds timeout = 10s)
{
    pollfd     descriptor{.fd = listening.notification_socket(), .events = POLLIN, .revents = 0};
    const bool notified = ::poll(&descriptor, 1, static_cast<int>(timeout.count())) == 1;
    listening.consume_notifications();
    return notified;
}

} // namespace

BOOST_AUTO_TEST_SUITE(job_table_)

BOOST_DATA_TEST_CASE(an_added_job_is_queued_and_belongs_to_its_tenant, both_databases, kind)
{
    job_database test{kind};
    const auto   added = test.add(test.new_job("tenant"));
    const auto   job   = test.table.find("tenant", added.state.id, test.now).value();

    BOOST_TEST(to_string(job.state.status) == "queued");
    BOOST_TEST(job.state.operation == "summarize");
    BOOST_TEST(job.state.request_id == "request");
    BOOST_CHECK(job.state.created == test.now);
    BOOST_TEST((!job.state.started && !job.state.finished && !job.state.expires));
    BOOST_TEST(job.state.version == 1U);
    BOOST_TEST(job.tenant_id == "tenant");
    BOOST_TEST(job.is_job);
    BOOST_TEST(job.master_key_id == "master");
    BOOST_TEST(job.wrapped_key == "wrapped");
    BOOST_TEST(job.bytes == 1'000);
    BOOST_TEST(job.fence == 0);
    BOOST_TEST(test.table.part(job.state.id, part_kind::request).value() == "sealed request");
    BOOST_TEST(!test.table.part(job.state.id, part_kind::result).has_value());

    BOOST_TEST(!test.table.find("other", added.state.id, test.now).has_value());
    BOOST_TEST(!test.table.find("tenant", job_id(99), test.now).has_value());
    BOOST_TEST(test.table.list("other", {}, 10, test.now).empty());
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(positions_grow_even_if_the_clock_of_a_server_is_set_back, both_databases, kind)
{
    job_database test{kind};
    const auto   first = test.add(test.new_job("tenant")).position;
    const auto   equal = test.add(test.new_job("tenant")).position;
    test.now -= 1h;
    const auto earlier = test.add(test.new_job("tenant")).position;
    test.now += 2h;
    const auto later = test.add(test.new_job("tenant")).position;
    BOOST_TEST(first == 1'000'000'000'000);
    BOOST_TEST(equal == first + 1);
    BOOST_TEST(earlier == first + 2);
    BOOST_TEST(later == first + 3'600'000'000);
}

BOOST_DATA_TEST_CASE(a_request_whose_client_waits_runs_from_the_start_and_is_no_job, both_databases, kind)
{
    job_database test{kind};
    const auto   request = test.add(test.new_request("tenant", "key"));
    BOOST_TEST(to_string(request.state.status) == "running");
    BOOST_TEST(!request.is_job);
    BOOST_TEST(request.fence == 1);
    BOOST_TEST(!test.table.find("tenant", request.state.id, test.now).has_value());
    BOOST_TEST(test.table.list("tenant", {}, 10, test.now).empty());
    BOOST_TEST(!test.table.cancel("tenant", request.state.id, test.end(), if_finished::erase).has_value());
    BOOST_TEST(test.table.statistics().running == 0);
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(a_repeated_key_of_the_tenant_returns_the_earlier_job, both_databases, kind)
{
    job_database test{kind};
    const auto   first = test.add(test.new_job_with_key("tenant", {"old key"}));

    const auto repeated = test.table.add(test.new_job_with_key("tenant", {"new key", "old key"}), no_bounds);
    BOOST_CHECK(repeated.outcome == addition_outcome::earlier);
    BOOST_TEST(repeated.job.value().state.id == first.state.id);
    BOOST_TEST(repeated.job.value().body_digest == "body of " + first.state.id);
    BOOST_TEST(repeated.key_digest == 1U);

    test.add(test.new_job_with_key("other", {"old key"}));
    test.add(test.new_job_with_key("tenant", {"new key"}));
    BOOST_TEST(test.table.list("tenant", {}, 10, test.now).size() == 2U);
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(a_finished_job_has_its_key_until_it_expires, both_databases, kind)
{
    job_database test{kind};
    const auto   first = test.add(test.new_job_with_key("tenant", {"key"})).state.id;
    test.queue.finish(lease_of(test.claim()), "result", "", test.end());

    test.now += 1h - 1us;
    auto repeated = test.table.add(test.new_job_with_key("tenant", {"key"}), no_bounds);
    BOOST_CHECK(repeated.outcome == addition_outcome::earlier);
    test.now += 1us;
    repeated = test.table.add(test.new_job_with_key("tenant", {"key"}), no_bounds);
    BOOST_CHECK(repeated.outcome == addition_outcome::added);
    BOOST_TEST(!test.table.part(first, part_kind::result).has_value());
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(erasing_an_answer_frees_its_key, both_databases, kind)
{
    const std::vector<std::string> digests{"new key", "key"}, others{"other key"};
    job_database                   test{kind};
    const auto                     request = test.add(test.new_request("tenant", "key"));
    BOOST_TEST(to_string(test.table.erase_answer("tenant", digests, test.now)->state.status) == "running");
    BOOST_TEST(test.queue.finish(lease_of(request), "result", "", test.end()).has_value());

    BOOST_TEST(!test.table.erase_answer("other", digests, test.now).has_value());
    BOOST_TEST(!test.table.erase_answer("tenant", others, test.now).has_value());
    BOOST_TEST(!test.table.erase_answer("tenant", digests, test.end().expires).has_value()); // expired
    BOOST_TEST(test.table.part(request.state.id, part_kind::result).value() == "result");

    const auto erased = test.table.erase_answer("tenant", digests, test.now).value();
    BOOST_TEST(erased.state.id == request.state.id);
    BOOST_TEST(to_string(erased.state.status) == "succeeded");
    for (const auto* table : {"jobs", "job_parts", "job_tenants"})
        BOOST_TEST(test.value("select count(*) from " + std::string{table}) == "0");
    BOOST_TEST(!test.table.erase_answer("tenant", digests, test.now).has_value());
    test.add(test.new_request("tenant", "key"));
}

BOOST_DATA_TEST_CASE(no_key_erases_the_answer_of_a_job_or_of_a_dead_server, both_databases, kind)
{
    const std::vector<std::string> digests{"key"};
    job_database                   test{kind};
    const auto                     job = test.add(test.new_job_with_key("tenant", digests));
    BOOST_TEST(test.queue.finish(lease_of(test.claim()), "result", "", test.end()).has_value());
    BOOST_TEST(test.table.erase_answer("tenant", digests, test.now)->is_job);
    BOOST_TEST(test.table.part(job.state.id, part_kind::result).value() == "result");

    test.clear();
    test.add(test.new_request("tenant", "key"));
    test.end_leases();
    BOOST_TEST(!test.table.erase_answer("tenant", digests, test.now).has_value());
}

BOOST_DATA_TEST_CASE(a_request_whose_lease_has_ended_is_replaced_at_once, both_databases, kind)
{
    job_database test{kind};
    const auto   first = test.add(test.new_request("tenant", "key"));
    BOOST_CHECK(test.table.add(test.new_request("tenant", "key"), no_bounds).outcome == addition_outcome::earlier);
    test.end_leases();
    test.add(test.new_request("tenant", "key"));
    BOOST_TEST(!test.queue.finish(lease_of(first), "result", "", test.end()).has_value());
    BOOST_TEST(test.value("select count(*) from jobs") == "1");
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(an_unfinished_job_keeps_its_key_after_its_lease, both_databases, kind)
{
    job_database test{kind};
    test.add(test.new_job_with_key("tenant", {"key"}));
    test.claim();
    test.end_leases();
    BOOST_CHECK(test.table.add(test.new_job_with_key("tenant", {"key"}), no_bounds).outcome ==
                addition_outcome::earlier);
}

BOOST_DATA_TEST_CASE(the_bounds_apply_to_new_rows_and_leave_no_trace, both_databases, kind)
{
    struct sample
    {
        job_bounds       bounds;
        bool             is_job;
        addition_outcome outcome;
    };
    const sample samples[]{
        {{3, 3'000, 4'000}, true, addition_outcome::added},
        {{2, 3'000, 4'000}, true, addition_outcome::too_many_jobs},
        {{2, 3'000, 4'000}, false, addition_outcome::added},
        {{3, 2'999, 4'000}, true, addition_outcome::tenant_full},
        {{3, 2'999, 4'000}, false, addition_outcome::tenant_full},
        {{0, 0, 3'999}, true, addition_outcome::full},
        {{0, 0, 3'999}, false, addition_outcome::full},
    };
    job_database test{kind};
    for (const auto& sample : samples)
    {
        test.clear();
        test.add("tenant"); // runs
        test.add(test.new_job_with_key("tenant", {"earlier"}));
        test.add("other");
        test.claim();

        const auto job = sample.is_job ? test.new_job("tenant") : test.new_request("tenant", "key");
        BOOST_CHECK(test.table.add(job, sample.bounds).outcome == sample.outcome);
        const auto rows = sample.outcome == addition_outcome::added ? "4" : "3";
        BOOST_TEST(test.value("select count(*) from jobs") == rows);
        BOOST_TEST(test.wrong_counters() == "0");

        const auto repeated = test.table.add(test.new_job_with_key("tenant", {"earlier"}), {});
        BOOST_CHECK(repeated.outcome == addition_outcome::earlier);
    }
}

BOOST_DATA_TEST_CASE(a_refused_tenant_leaves_no_row, both_databases, kind)
{
    job_database test{kind};
    BOOST_CHECK(test.table.add(test.new_job("tenant"), {}).outcome == addition_outcome::full);
    BOOST_TEST(test.value("select count(*) from job_tenants") == "0");
}

BOOST_DATA_TEST_CASE(a_failed_addition_changes_nothing, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    auto job           = test.new_job("tenant");
    job.sealed_request = std::string{"a\0b", 3};
    BOOST_CHECK(core::database::error_kind_of([&] { test.table.add(job, no_bounds); }) ==
                core::database::error_kind::constraint);
    job    = test.new_job("tenant");
    job.id = "not hexadecimal";
    BOOST_CHECK_THROW(test.table.add(job, no_bounds), core::database::failure);
    BOOST_TEST(test.table.statistics().queued == 1);
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(hostile_texts_are_stored_unchanged, both_databases, kind)
{
    job_database      test{kind};
    const std::string hostile = "'; drop table jobs; -- \xF0\x9F\x92\xA3 \" \\ :id $1 \x01";
    auto              job     = test.new_job_with_key(hostile, {hostile, "key"});
    job.operation = job.request_id = job.master_key_id = job.wrapped_key = job.sealed_request = hostile;
    test.add(job);
    test.filter    = {.passed_tenants = {}, .operations = {hostile}, .master_key_ids = {hostile}};
    const auto row = test.claim();
    BOOST_TEST(row.tenant_id == hostile);
    BOOST_TEST(row.state.request_id == hostile);
    BOOST_TEST(row.wrapped_key == hostile);
    BOOST_TEST(test.table.part(job.id, part_kind::request).value() == hostile);
    BOOST_CHECK(test.table.add(job, no_bounds).outcome == addition_outcome::earlier);
}

BOOST_DATA_TEST_CASE(a_list_is_a_page_of_jobs_newest_first, both_databases, kind)
{
    job_database             test{kind};
    std::vector<std::string> ids; // newest first
    for (int n = 0; n < 5; ++n) ids.insert(ids.begin(), test.add("tenant"));
    test.add("other");
    test.add(test.new_request("tenant", "key"));

    const auto page = test.table.list("tenant", {}, 2, test.now);
    BOOST_TEST(ids_of(page) == std::vector(ids.begin(), ids.begin() + 2), boost::test_tools::per_element());
    const auto rest = test.table.list("tenant", page.back().position, 10, test.now);
    BOOST_TEST(ids_of(rest) == std::vector(ids.begin() + 2, ids.end()), boost::test_tools::per_element());

    test.table.cancel("tenant", ids[1], test.end(), if_finished::erase);
    BOOST_TEST(test.table.list("tenant", {}, 10, test.now).size() == 5U);
    test.now = test.end().expires;
    BOOST_TEST(test.table.list("tenant", {}, 10, test.now).size() == 4U);
    BOOST_TEST(!test.table.find("tenant", ids[1], test.now).has_value());
}

BOOST_DATA_TEST_CASE(removing_an_unfinished_job_cancels_it_and_erases_its_texts_and_keys, both_databases, kind)
{
    job_database test{kind};
    for (const bool is_running : {false, true})
    {
        test.clear();
        const auto id = test.add(test.new_job_with_key("tenant", {"key"})).state.id;
        if (is_running) test.queue.add_answers(lease_of(test.claim()), std::vector<std::string>{"answer"});

        BOOST_TEST(!test.table.cancel("other", id, test.end(), if_finished::erase).has_value());
        const auto ended     = test.table.cancel("tenant", id, test.end(), if_finished::erase).value();
        const auto cancelled = ended.job;
        BOOST_TEST(ended.is_cancelled);
        BOOST_TEST(to_string(cancelled.state.status) == "cancelled");
        BOOST_CHECK(cancelled.state.finished == test.end().finished);
        BOOST_CHECK(cancelled.state.expires == test.end().expires);
        BOOST_TEST(cancelled.state.version == (is_running ? 3U : 2U));
        BOOST_TEST(cancelled.wrapped_key == "");
        BOOST_TEST(cancelled.body_digest == "");
        BOOST_TEST(cancelled.bytes == 100);
        BOOST_TEST(test.value("select count(*) from job_parts") == "0");
        BOOST_TEST(test.queue.renew(test.terms).empty());
        BOOST_TEST(test.wrong_counters() == "0");
        test.add(test.new_job_with_key("tenant", {"key"}));
    }
}

BOOST_DATA_TEST_CASE(removing_a_finished_job_erases_it, both_databases, kind)
{
    job_database test{kind};
    const auto   id = test.add(test.new_job_with_key("tenant", {"key"})).state.id;
    test.queue.finish(lease_of(test.claim()), "result", "", test.end());

    const auto erased = test.table.cancel("tenant", id, test.end(), if_finished::erase);
    BOOST_TEST(to_string(erased.value().job.state.status) == "succeeded");
    BOOST_TEST(!erased.value().is_cancelled);
    BOOST_TEST(!test.table.find("tenant", id, test.now).has_value());
    BOOST_TEST(!test.table.cancel("tenant", id, test.end(), if_finished::erase).has_value());
    BOOST_TEST(test.value("select count(*) from job_parts") == "0");
    BOOST_TEST(test.value("select count(*) from job_tenants") == "0");
}

BOOST_DATA_TEST_CASE(cancelling_keeps_what_has_ended, both_databases, kind)
{
    job_database test{kind};
    const auto   finished = test.add(test.new_job_with_key("tenant", {"key"})).state.id;
    test.queue.finish(lease_of(test.claim()), "result", "", test.end());
    const auto unfinished = test.add("tenant");

    const auto cancel = [&](const std::string& id) {
        return test.table.cancel("tenant", id, test.end(), if_finished::keep).value();
    };
    BOOST_TEST(cancel(unfinished).is_cancelled);
    for (const auto& [id, status] : {std::pair{finished, "succeeded"}, std::pair{unfinished, "cancelled"}})
    {
        const auto before = test.table.find("tenant", id, test.now).value();
        const auto kept   = cancel(id);
        BOOST_TEST(!kept.is_cancelled);
        BOOST_TEST(to_string(kept.job.state.status) == status);
        BOOST_TEST(test.table.find("tenant", id, test.now).value().state.version == before.state.version);
    }
    BOOST_TEST(test.table.part(finished, part_kind::result).value_or("") == "result");
    test.now = test.end().expires;
    BOOST_TEST(!test.table.cancel("tenant", finished, test.end(), if_finished::keep).has_value());
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(expired_jobs_and_abandoned_requests_are_erased_in_portions, both_databases, kind)
{
    job_database test{kind};
    for (const auto* tenant : {"a", "b", "c"})
    {
        test.add(tenant);
        test.queue.finish(lease_of(test.claim()), "result", "", test.end());
    }
    test.add(test.new_request("a", "key"));
    test.end_leases();
    test.add(test.new_request("b", "key"));
    const auto queued = test.add("d");

    BOOST_TEST(test.table.erase_expired(test.now, 10) == 1U); // the request without a lease
    test.now = test.end().expires;
    BOOST_TEST(test.table.erase_expired(test.now, 2) == 2U);
    BOOST_TEST(test.wrong_counters() == "0");
    BOOST_TEST(test.table.erase_expired(test.now, 2) == 1U);
    BOOST_TEST(test.table.erase_expired(test.now, 2) == 0U);
    BOOST_TEST(test.value("select count(*) from jobs") == "2");
    BOOST_TEST(test.value("select count(*) from job_parts") == "1");
    BOOST_TEST(test.value("select count(*) from job_tenants") == "2");
    BOOST_TEST(test.table.find("d", queued, test.now).has_value());
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_DATA_TEST_CASE(a_job_whose_lease_has_ended_is_not_erased, both_databases, kind)
{
    job_database test{kind};
    test.add("tenant");
    test.claim();
    test.end_leases();
    BOOST_TEST(test.table.erase_expired(test.now + 1000h, 10) == 0U);
}

BOOST_DATA_TEST_CASE(statistics_count_all_tenants, both_databases, kind)
{
    job_database test{kind};
    BOOST_TEST(test.table.statistics().queued == 0);
    BOOST_TEST(!test.table.statistics().oldest_queued.has_value());

    const auto created = test.now;
    test.add("a");
    test.now += 1s;
    test.add("b");
    test.now += 1s;
    test.add("b");
    test.now += 1s;
    test.claim();
    test.add(test.new_request("c", "key"));

    const auto totals = test.table.statistics();
    BOOST_TEST(totals.queued == 2);
    BOOST_TEST(totals.running == 1);
    BOOST_TEST(totals.bytes == 4'000);
    BOOST_CHECK(totals.oldest_queued == created + 1s);
    BOOST_CHECK(totals.oldest_running == created + 3s);
}

BOOST_AUTO_TEST_CASE(queued_and_cancelled_jobs_notify_the_servers)
{
    job_database test{dialect::postgresql};
    const auto   listening = core::database::open(test.database.connection());
    listening->listen(job_channel);
    BOOST_TEST(!is_notified(*listening, 0ms));

    const auto id = test.add("tenant");
    BOOST_TEST(is_notified(*listening));
    test.add(test.new_request("tenant", "key"));
    test.queue.release(lease_of(test.claim()));
    BOOST_TEST(is_notified(*listening));
    test.table.cancel("tenant", id, test.end(), if_finished::erase);
    BOOST_TEST(is_notified(*listening));
    test.table.cancel("tenant", id, test.end(), if_finished::erase);
    BOOST_TEST(!is_notified(*listening, 0ms));
}

BOOST_AUTO_TEST_CASE(servers_that_add_at_once_keep_the_bounds)
{
    job_database             test{dialect::postgresql};
    const job_bounds         bounds{.unfinished_jobs = 5, .tenant_bytes = no_bound, .bytes = 12'000};
    std::vector<std::thread> servers;
    std::vector<new_job>     jobs;
    for (int n = 0; n < 60; ++n) jobs.push_back(test.new_job(std::string{"tenant "} + "abc"[n % 3]));
    for (std::size_t server = 0; server < 4; ++server)
        servers.emplace_back([&, server] {
            const auto db = core::database::open(test.database.connection());
            for (std::size_t n = server; n < jobs.size(); n += 4) job_table{*db}.add(jobs[n], bounds);
        });
    for (auto& server : servers) server.join();

    BOOST_TEST(test.table.statistics().bytes == 12'000);
    BOOST_TEST(test.value("select max(queued) from job_tenants") <= "5");
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_AUTO_TEST_CASE(servers_that_add_the_same_key_at_once_add_one_job)
{
    job_database             test{dialect::postgresql};
    std::vector<std::thread> servers;
    std::vector<new_job>     jobs;
    for (int n = 0; n < 40; ++n) jobs.push_back(test.new_job_with_key("tenant", {"key " + std::to_string(n / 4)}));
    for (std::size_t server = 0; server < 4; ++server)
        servers.emplace_back([&, server] {
            const auto db = core::database::open(test.database.connection());
            for (std::size_t n = server; n < jobs.size(); n += 4) job_table{*db}.add(jobs[n], no_bounds);
        });
    for (auto& server : servers) server.join();
    BOOST_TEST(test.value("select count(*) from jobs") == "10");
    BOOST_TEST(test.wrong_counters() == "0");
}

BOOST_AUTO_TEST_SUITE_END()
