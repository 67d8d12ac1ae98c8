#pragma once

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/session.hpp"
#include "database/wakeup.hpp"
#include "jobs/held_jobs.hpp"
#include "jobs/job_queue.hpp"
#include "jobs/job_table.hpp"
#include "jobs/store.hpp"
#include "llm/completion_store.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace verbatim::core::jobs {

/// Keeps the leases of the jobs that this server runs, stores their changes, and listens to other servers, with a
/// thread and a session of its own. [any thread]
class lease_renewer
{
public:
    /// Without a renewal for this long, another server may claim the job.
    static constexpr std::chrono::seconds lease_duration{15};

    /// Of every session of the store.
    static constexpr database::timeouts timeouts{.statement = std::chrono::seconds{10},
                                                 .lock      = std::chrono::seconds{5}};

    /// Seals and stores the answers of the change, and its state if that has changed. No effect under an old lease.
    /// Throws database::failure; answers that are stored are removed from the change.
    static void store_change(job_queue& queue, held_job& change);

    /// The references outlive this object. `now` reads the wall clock.
    lease_renewer(database::connection_info connection, std::string server_id, held_jobs& held, sdk::log& log,
                  std::function<time_point()> now);
    ~lease_renewer(); ///< calls stop()
    lease_renewer(const lease_renewer&)            = delete;
    lease_renewer& operator=(const lease_renewer&) = delete;

    /// Once. The listener outlives the thread.
    void start(store_listener& listener);

    /// Stores new answers soon.
    void wake() noexcept { wakeup_.notify(); }

    /// Interrupts statements and joins the thread. [not the thread itself]
    void stop() noexcept;

    /// As last read.
    job_totals totals() const;

    /// Whether the last step reached the database, or there was none yet.
    bool is_connected() const noexcept { return is_connected_; }

private:
    using clock = std::chrono::steady_clock;

    /// A step that is due at intervals.
    class interval
    {
    public:
        explicit interval(clock::duration length)
            : length_{length}
        {}
        bool is_due(clock::time_point now)
        {
            if (now < next_) return false;
            next_ = now + length_;
            return true;
        }
        void make_due() noexcept { next_ = {}; }

    private:
        clock::duration   length_;
        clock::time_point next_{};
    };

    void               run();
    bool               take_steps();
    database::session& connected();
    void               store_changes(bool with_states);
    void               renew_if_due();
    void               release_unheld(const std::vector<job_lease>& held, const std::vector<job_lease>& renewed);
    void               lose_cancelled();
    void               lose_all_but(const std::vector<job_lease>& held, const std::vector<job_lease>& stored);
    void               erase_expired();
    void               read_totals();

    const database::connection_info    connection_;
    const lease_terms                  terms_;
    held_jobs&                         held_;
    const std::function<time_point()>  now_;
    store_listener*                    listener_ = nullptr;
    database::outage_log               outage_;
    std::stop_source                   stop_;
    database::wakeup                   wakeup_;
    std::unique_ptr<database::session> session_; ///< null: not connected
    std::vector<job_lease>             unheld_;  ///< leases without a run, at the last regular renewal

    interval progress_{std::chrono::seconds{1}};
    interval renewal_{lease_duration / 3};
    interval erasure_{std::chrono::seconds{10}};
    interval reading_{std::chrono::seconds{5}};

    std::atomic<bool>  is_connected_ = true;
    mutable std::mutex mutex_; ///< guards totals_
    job_totals         totals_;
    std::thread        thread_; ///< last, since it uses all members above
};

/// The accepted completions of a job: those of earlier runs, to take, and those of this run, to store. [any thread]
class earlier_answers final : public llm::completion_store
{
public:
    /// The references outlive this object.
    earlier_answers(std::vector<model_answer> stored, job_lease lease, held_jobs& held, lease_renewer& renewer)
        : lease_{std::move(lease)}
        , held_{held}
        , renewer_{renewer}
    {
        for (auto& answer : stored) stored_.emplace(answer.request_digest, std::move(answer.completion));
    }

    std::optional<sdk::completion> take(const llm::request_digest& request) noexcept override
    {
        const std::lock_guard lock{mutex_};
        const auto            position = stored_.find(request);
        if (position == stored_.end()) return std::nullopt;
        return std::move(stored_.extract(position).mapped());
    }

    void add(const llm::request_digest& request, const sdk::completion& accepted) noexcept override
    try
    {
        held_.add_answer(lease_, {.request_digest = request, .completion = accepted});
        renewer_.wake();
    }
    catch (...) // out of memory: a later run asks the model again
    {}

private:
    std::mutex                                          mutex_;
    std::multimap<llm::request_digest, sdk::completion> stored_;
    const job_lease                                     lease_;
    held_jobs&                                          held_;
    lease_renewer&                                      renewer_;
};

} // namespace verbatim::core::jobs
