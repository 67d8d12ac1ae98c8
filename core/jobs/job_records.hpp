#pragma once

#include "jobs/store.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

/// The jobs of memory_store by id, tenant, turn and expiry. Used by one thread at a time.
class job_records
{
public:
    struct tenant_state;
    using tenant_map = std::map<std::string, tenant_state, std::less<>>;

    struct job_record
    {
        tenant_map::iterator                             tenant;
        job                                              state;
        const gateway::endpoint*                         target = nullptr;
        gateway::stored_request                          request; ///< until the job ends
        std::optional<idempotency::digest_pair>          key;
        bool                                             is_job    = true;
        std::uint64_t                                    position  = 0; ///< grows with the time of creation
        std::int64_t                                     runs      = 0; ///< so far
        std::int64_t                                     takeovers = 0;
        stored_response                                  answer;
        std::size_t                                      bytes  = 0;
        std::multimap<time_point, job_record*>::iterator expiry = {}; ///< of a finished record
    };

    struct tenant_state
    {
        std::map<std::uint64_t, job_record*, std::greater<>> jobs; ///< by position
        std::map<std::string, job_record*, std::less<>>      keys;
        std::deque<job_record*>                              queued;
        std::size_t                                          running       = 0;
        std::size_t                                          records       = 0;
        std::size_t                                          bytes         = 0;
        std::uint64_t                                        last_position = 0;
    };

    /// Counted for every job in addition to its texts, in bytes.
    static constexpr std::size_t overhead = 1024;

    /// Null for an unknown id, or tenant.
    job_record*         find(std::string_view id) const;
    const tenant_state* find_tenant(std::string_view tenant) const;

    /// Adds a queued job, or a running request with an idempotency key.
    job_record& insert(submission added, time_point now);

    /// Claims the next job of the first tenant in turn that runs less than `tenant_limit` jobs; null without one.
    job_record* claim_next(std::size_t tenant_limit, time_point now);

    /// Puts a running job back to the head of its tenant's queue.
    void requeue(job_record& record);

    /// The right of the present run.
    static job_lease lease_of(const job_record& record) { return {record.state.id, record.runs}; }

    /// Ends an unfinished record and erases its request.
    void end(job_record& record, job_status status, time_point now, time_point expires);

    void set_bytes(job_record& record, std::size_t bytes);

    /// The idempotency key of the record becomes free.
    void release_key(job_record& record);

    /// Of a finished record, or of one whose client waits.
    void erase(job_record& record);
    void erase_expired(time_point now);

    /// The oldest queued job of the tenant whose turn it is; null without queued jobs.
    job_record* next_queued() const;

    std::size_t      bytes() const noexcept { return bytes_; }
    store_statistics statistics(time_point now) const;

private:
    void enqueue(job_record& record);
    void await_turn(job_record& record, std::deque<job_record*>::const_iterator place);
    void leave_queue(job_record& record);

    std::map<std::string, std::unique_ptr<job_record>, std::less<>> records_; ///< by id
    tenant_map                                                      tenants_; ///< those with records
    std::list<tenant_map::iterator>        turns_;   ///< tenants with queued jobs, in the order of service
    std::set<job_record*>                  running_; ///< jobs
    std::multimap<time_point, job_record*> expiries_;
    std::size_t                            bytes_ = 0;
};

} // namespace verbatim::core::jobs
