#pragma once

#include "jobs/store.hpp"

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace verbatim::core::jobs {

/// A store that ends with the process. Nothing is written to disk.
class memory_store final : public store
{
public:
    struct limits
    {
        std::size_t               unfinished_jobs = 0; ///< of one tenant
        std::size_t               bytes           = 0;
        std::size_t               tenant_bytes    = 0;
        std::chrono::microseconds time_to_expiry{0}; ///< after the end
    };

    /// `now` reads the wall clock. [any thread]
    memory_store(limits bounds, std::function<time_point()> now);
    ~memory_store() override;

    submitted          submit(submission added) override;
    std::optional<job> find(std::string_view tenant, std::string_view id) const override;
    stored_response    answer(std::string_view tenant, std::string_view id) const override;
    job_page list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit) const override;
    std::optional<job>         remove(std::string_view tenant, std::string_view id) override;
    std::optional<started_job> take(std::size_t tenant_limit) override;
    void                       report_progress(std::string_view id, const job_progress& progress) override;
    void                       add_attempt(std::string_view id, recording::micro_usd cost) noexcept override;
    std::optional<job>         finish(std::string_view id, job_outcome outcome) override;
    void                       forget(std::string_view id) noexcept override;
    std::vector<job>           fail_queued(const std::function<job_outcome(const job&)>& outcome) override;
    void                       erase_expired() override;
    store_statistics           statistics() const override;

private:
    struct job_record;
    struct tenant_state;
    using record_map = std::map<std::string, std::unique_ptr<job_record>, std::less<>>;
    using tenant_map = std::map<std::string, tenant_state, std::less<>>;

    // With the lock held.
    job_record*              find_record(std::string_view id) const;
    job_record*              find_job(std::string_view tenant, std::string_view id) const;
    std::optional<submitted> find_earlier(const submission& added) const;
    void                     require_room(const submission& added) const;
    job_record&              insert(submission added);
    void                     enqueue(job_record& record);
    void                     start(job_record& record);
    void                     end(job_record& record, job_status status);
    void                     end(job_record& record, job_outcome outcome);
    void                     set_bytes(job_record& record, std::size_t bytes);
    void                     release_key(job_record& record);
    void                     erase(job_record& record);
    void                     erase_expired_at(time_point now);

    const limits                           limits_;
    const std::function<time_point()>      now_;
    mutable std::mutex                     mutex_;
    record_map                             records_; ///< by id
    tenant_map                             tenants_; ///< those with records
    std::list<tenant_map::iterator>        turns_;   ///< tenants with queued jobs, in the order of service
    std::set<job_record*>                  running_; ///< jobs
    std::multimap<time_point, job_record*> expiries_;
    std::size_t                            bytes_ = 0;
};

} // namespace verbatim::core::jobs
