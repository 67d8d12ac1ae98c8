#pragma once

#include "jobs/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// A store that ends with the process. Nothing is written to disk, and no task waits. A large body is moved in, and
/// copied without a lock when its job is claimed. A function that runs out of memory has changed nothing.
class memory_store final : public store
{
public:
    /// `now` reads the wall clock. [any thread]
    memory_store(const store_limits& limits, std::function<time_point()> now);

    idempotency identify(std::string_view tenant, std::string_view key, std::string_view body) const override;

    sdk::task<submission_result>  submit(submission added) override;
    sdk::task<std::optional<job>> find(std::string_view tenant, std::string_view id) override;
    sdk::task<stored_response>    answer(std::string_view tenant, std::string_view id) override;
    sdk::task<job_page> list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit) override;

    sdk::task<std::optional<cancelled_job>> cancel(std::string_view tenant, std::string_view id,
                                                   if_finished finished) override;
    sdk::task<std::optional<keyed_request>> erase_answer(std::string_view tenant, const idempotency& key) override;
    std::chrono::milliseconds               poll_interval() const noexcept override { return {}; }
    sdk::task<std::optional<started_job>>   claim(std::size_t tenant_limit) override;
    bool                                    is_running(const job_lease& lease) const override;

    void                          report_progress(const job_lease& lease, const job_progress& progress) override;
    void                          add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept override;
    sdk::task<std::optional<job>> finish(const job_lease& lease, job_outcome outcome) override;
    sdk::task<bool>               give_up(const job_lease& lease) override;
    void                          forget(const job_lease& lease) noexcept override;
    sdk::task<>                   forget_now(const job_lease& lease) override;

    std::optional<job> stop_queued(const stop_outcome& outcome) override;
    std::optional<job> stop_running(const job_lease& lease, const stop_outcome& outcome) override;
    void               erase_expired() override;
    store_statistics   statistics() const override;

private:
    struct job_record;
    struct tenant_state;
    using record_list = std::list<job_record*>;
    using tenant_map  = std::map<std::string, tenant_state, std::less<>>;
    using turn_list   = std::list<tenant_map::iterator>;

    struct job_record
    {
        tenant_map::iterator                           tenant;
        job                                            state;
        std::shared_ptr<const gateway::stored_request> request; ///< until the job ends
        std::optional<idempotency::digest_pair>        key;
        bool                                           is_job    = true;
        std::uint64_t                                  position  = 0; ///< grows with the time of creation
        std::int64_t                                   runs      = 0; ///< so far
        std::int64_t                                   takeovers = 0;
        stored_response                                answer;
        std::int64_t                                   bytes = 0;
        record_list*                                   list  = nullptr; ///< that it belongs to
        record_list::iterator                          place{};         ///< in this list
    };

    struct tenant_state
    {
        std::map<std::uint64_t, job_record*, std::greater<>> jobs; ///< by position
        std::map<std::string, job_record*, std::less<>>      keys;
        record_list                                          queued;
        turn_list                                            no_turn = turn_list(1); ///< has `turn` if none is queued
        turn_list::iterator                                  turn    = no_turn.begin();
        std::size_t                                          running = 0;
        std::size_t                                          records = 0;
        std::int64_t                                         bytes   = 0;
        std::uint64_t                                        last_position = 0;
    };

    /// The right of the present run.
    static job_lease lease_of(const job_record& record) { return {record.state.id, record.runs}; }

    // With the lock held. Null for none.
    const tenant_state* find_tenant(std::string_view tenant) const;
    job_record*         find_running(const job_lease& lease) const;
    job_record*         find_job(std::string_view tenant, std::string_view id) const;
    job_record*         find_by_key(std::string_view tenant, const idempotency& key) const;

    std::optional<submission_result> find_earlier(const submission& added, time_point now) const;
    void                             require_room(const submission& added, std::int64_t bytes) const;

    submission_result     insert(submission added, std::int64_t bytes, time_point now);
    job_record*           next_in_turn(std::size_t tenant_limit) const;
    job                   end(job_record& record, job_status status);
    job                   end(job_record& record, job_outcome outcome);
    job                   end(job_record& record, job ended, stored_response answer);
    record_list&          list_of(const job_record& record) noexcept;
    record_list::iterator place_in(record_list& list, const job_record& record) const noexcept;
    void                  settle(job_record& record) noexcept;
    void                  requeue(job_record& record) noexcept;
    void                  set_bytes(job_record& record, std::int64_t bytes) noexcept;
    void                  release_key(job_record& record) noexcept;
    void                  erase(job_record& record) noexcept;
    void                  erase_expired(time_point now) noexcept;

    const store_limits                  limits_;
    const std::function<time_point()>   now_;
    const std::array<unsigned char, 32> digest_key_; ///< of this process

    mutable std::mutex                                              mutex_;
    std::map<std::string, std::unique_ptr<job_record>, std::less<>> records_; ///< by id
    tenant_map                                                      tenants_; ///< those with records

    turn_list    turns_;    ///< tenants with queued jobs, in the order of service
    record_list  running_;  ///< jobs
    record_list  awaited_;  ///< requests whose clients wait
    record_list  finished_; ///< in the order of their expiry
    std::int64_t bytes_       = 0;
    bool         is_stopping_ = false; ///< no further job would run
    std::int64_t taken_over_  = 0;
};

} // namespace verbatim::core::jobs
