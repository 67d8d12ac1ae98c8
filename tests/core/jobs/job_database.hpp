#pragma once

#include "jobs/job_queue.hpp"
#include "jobs/job_table.hpp"

#include "core/database/test_database.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace verbatim::jobs_test {

using namespace std::chrono_literals;
using core::database::dialect;
using core::database::testing::both_databases;

constexpr std::int64_t              no_bound = 1'000'000'000;
inline const core::jobs::job_bounds no_bounds{no_bound, no_bound, no_bound};

/// An id made from `n`.
inline std::string job_id(unsigned n)
{
    char id[33];
    std::snprintf(id, sizeof id, "%032x", n);
    return id;
}

/// The tables of jobs in an empty database of one test.
struct job_database
{
    explicit job_database(dialect kind)
        : database{core::database::testing::test_database::with_tables(kind)}
    {}

    core::jobs::new_job new_job(std::string tenant_id)
    {
        return {.id             = job_id(++last_id),
                .tenant_id      = std::move(tenant_id),
                .operation      = "summarize",
                .request_id     = "request",
                .created        = now,
                .key_digests    = {},
                .body_digest    = {},
                .master_key_id  = "master",
                .wrapped_key    = "wrapped",
                .sealed_request = "sealed request",
                .bytes          = 1'000};
    }

    core::jobs::new_job new_job_with_key(std::string tenant_id, std::vector<std::string> digests)
    {
        auto job        = new_job(std::move(tenant_id));
        job.key_digests = std::move(digests);
        job.body_digest = "body of " + job.id;
        return job;
    }

    /// With an idempotency key; its client waits.
    core::jobs::new_job new_request(std::string tenant_id, std::string digest)
    {
        auto request           = new_job_with_key(std::move(tenant_id), {std::move(digest)});
        request.sealed_request = "";
        request.lease          = terms;
        return request;
    }

    core::jobs::stored_job add(const core::jobs::new_job& job)
    {
        auto addition = table.add(job, no_bounds);
        BOOST_REQUIRE(addition.outcome == core::jobs::addition_outcome::added);
        return addition.job.value();
    }

    std::string add(const std::string& tenant_id) { return add(new_job(tenant_id)).state.id; }

    core::jobs::stored_job claim()
    {
        auto job = queue.claim(terms, filter, now);
        BOOST_REQUIRE(job.has_value());
        return *job;
    }

    core::jobs::job_end end() const { return {.finished = now + 5s, .expires = now + 1h, .bytes = 100}; }

    /// For the next sample: quicker than another database.
    void clear() { db->run("delete from jobs; delete from job_tenants"); }

    void end_leases() { db->run("update jobs set lease_end = 1 where lease_end is not null"); }

    std::string value(const std::string& query) const { return db->select(query, 1, {}).at(0).at(0).value_or("null"); }

    /// The number of rows whose counters differ from a count of the jobs.
    std::string wrong_counters() const
    {
        return value(
            "select (select count(*) from job_tenants t where "
            "queued <> (select count(*) from jobs where tenant_id = t.tenant_id and status = 'queued') or "
            "running <> (select count(*) from jobs where tenant_id = t.tenant_id and status = 'running' and "
            "is_job) or bytes <> (select coalesce(sum(bytes), 0) from jobs where tenant_id = t.tenant_id) or "
            "bytes = 0) + (select count(*) from jobs where tenant_id not in (select tenant_id from job_tenants))");
    }

    core::database::testing::test_database   database;
    std::unique_ptr<core::database::session> db = core::database::open(database.connection());
    core::jobs::job_table                    table{*db};
    core::jobs::job_queue                    queue{*db};
    core::jobs::time_point                   now{1'000'000s};
    core::jobs::lease_terms                  terms{.server_id = "server", .duration = 1h};
    core::jobs::claim_filter filter{.passed_tenants = {}, .operations = {"summarize"}, .master_key_ids = {"master"}};
    unsigned                 last_id = 0;
};

} // namespace verbatim::jobs_test
