#pragma once

#include "jobs/cryptography.hpp"
#include "jobs/job.hpp"
#include "jobs/job_rows.hpp"
#include "jobs/sealed_forms.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

enum class held_phase : unsigned char
{
    running,
    ending, ///< its result is being stored, or it is being given up
    lost,   ///< cancelled, released or taken over; its run has not ended yet
};

/// A job, or a request whose client waits, that this server runs under a lease.
struct held_job
{
    job_lease                       lease;
    std::string                     tenant_id;
    bool                            is_job = true;
    std::shared_ptr<const data_key> key;
    run_state                       state;
    bool                            is_changed = false; ///< the state is not stored yet
    std::vector<model_answer>       answers{};          ///< that are not stored yet
    held_phase                      phase = held_phase::running;
};

/// The jobs that this server runs, and their changes that are not stored yet. [any thread]
class held_jobs
{
public:
    void add(held_job added);

    /// When its run has ended, or is given up.
    void remove(const job_lease& lease) noexcept;

    /// The job, unless it is lost or does not run here.
    std::optional<held_job> read(const job_lease& lease) const;

    /// Begins to store its result; none if it is lost or does not run here.
    std::optional<held_job> begin_end(const job_lease& lease);

    /// The same to give it up; its answers count as stored.
    std::optional<held_job> begin_give_up(const job_lease& lease);

    /// The result could not be stored, or the job not be given up.
    void cancel_end(const job_lease& lease) noexcept;

    /// From now on the job changes nothing; its last state, or none if it does not run here.
    std::optional<held_job> lose(const job_lease& lease);

    /// The same for all runs of a job.
    void lose_all(std::string_view id);

    /// The same for a run that another server has replaced, unless it is ending. Whether it was lost.
    bool lose_unless_ending(const job_lease& lease);

    void report_progress(const job_lease& lease, const job_progress& progress);
    void add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept;
    void add_answer(const job_lease& lease, model_answer answer);

    /// Of all jobs that are not lost.
    std::vector<job_lease> leases() const;

    /// The tenants that run at least `limit` jobs here.
    std::vector<std::string> busy_tenants(std::size_t limit) const;

    /// The jobs with answers, or with a changed state if wanted; their changes count as stored.
    std::vector<held_job> take_changes(bool with_states);

    /// Restores changes that could not be stored.
    void put_back(std::vector<held_job> changes);

private:
    held_job*   find(const job_lease& lease);
    static void lose(held_job& job) noexcept;

    mutable std::mutex            mutex_;
    std::map<job_lease, held_job> jobs_;
};

} // namespace verbatim::core::jobs
