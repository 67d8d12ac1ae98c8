#pragma once

#include "jobs/job_records.hpp"
#include "jobs/store.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>

namespace verbatim::core::jobs {

/// A store that ends with the process. Nothing is written to disk, and no task waits.
class memory_store final : public store
{
public:
    struct limits
    {
        std::size_t               unfinished_jobs = 0; ///< of one tenant
        std::size_t               bytes           = 0;
        std::size_t               tenant_bytes    = 0;
        std::chrono::microseconds time_to_expiry{0}; ///< after the end
        std::int64_t              takeovers = 0;     ///< of one job; then it fails
    };

    /// `now` reads the wall clock. [any thread]
    memory_store(limits bounds, std::function<time_point()> now);

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

    std::vector<job>   stop_queued(const stop_outcome& outcome) override;
    std::optional<job> stop_running(const job_lease& lease, const stop_outcome& outcome) override;
    void               erase_expired() override;
    store_statistics   statistics() const override;

private:
    using job_record = job_records::job_record;

    // With the lock held.
    job_record*                      find_running(const job_lease& lease) const;
    job_record*                      find_job(std::string_view tenant, std::string_view id) const;
    std::optional<submission_result> find_earlier(const submission& added) const;
    void                             require_room(const submission& added) const;
    void                             end(job_record& record, job_status status);
    void                             end(job_record& record, job_outcome outcome);

    const limits                        limits_;
    const std::function<time_point()>   now_;
    const std::array<unsigned char, 32> digest_key_; ///< of this process
    mutable std::mutex                  mutex_;
    job_records                         records_;
    bool                                is_stopping_ = false; ///< no further job would run
    std::int64_t                        taken_over_  = 0;
};

} // namespace verbatim::core::jobs
