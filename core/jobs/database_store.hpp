#pragma once

#include "database/connection_info.hpp"
#include "database/session_pool.hpp"
#include "exec/fair_queue.hpp"
#include "jobs/cryptography.hpp"
#include "jobs/held_jobs.hpp"
#include "jobs/lease_renewer.hpp"
#include "jobs/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace verbatim::core::jobs {

/// A store in the usage database, which outlives the process and which servers share. The texts of requests, answers
/// and errors are sealed before they leave the process. Statements run on threads of its own, on which tenants take
/// turns. A task for a client throws {overloaded} at once while the database is known to be unavailable or many others
/// of its tenant wait, and after 30 s without a turn.
class database_store final : public store
{
public:
    /// `log` outlives this object. `now` reads the wall clock.
    database_store(const store_limits& limits, master_keys keys, const database::connection_info& connection,
                   sdk::log& log, std::function<time_point()> now);
    ~database_store() override; ///< calls stop()

    void start(store_listener& listener, std::span<const gateway::endpoint* const> endpoints) override;
    void stop() noexcept override;

    idempotency identify(std::string_view tenant, std::string_view key, std::string_view body) const override;

    sdk::task<submission_result>  submit(submission added) override;
    sdk::task<std::optional<job>> find(std::string_view tenant, std::string_view id) override;
    sdk::task<stored_response>    answer(std::string_view tenant, std::string_view id) override;
    sdk::task<job_page> list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit) override;

    sdk::task<std::optional<cancelled_job>> cancel(std::string_view tenant, std::string_view id,
                                                   if_finished finished) override;

    sdk::task<std::optional<keyed_request>> erase_answer(std::string_view tenant, const idempotency& key) override;

    std::chrono::milliseconds             poll_interval() const noexcept override { return std::chrono::seconds{1}; }
    sdk::task<std::optional<started_job>> claim(std::size_t tenant_limit) override;
    bool is_running(const job_lease& lease) const override { return held_.read(lease).has_value(); }

    void                          report_progress(const job_lease& lease, const job_progress& progress) override;
    void                          add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept override;
    sdk::task<std::optional<job>> finish(const job_lease& lease, job_outcome outcome) override;
    sdk::task<bool>               give_up(const job_lease& lease) override;
    void                          forget(const job_lease& lease) noexcept override;
    sdk::task<>                   forget_now(const job_lease& lease) override;

    std::optional<job> stop_queued(const stop_outcome&) override { return {}; }
    std::optional<job> stop_running(const job_lease& lease, const stop_outcome& outcome) override;
    void               erase_expired() override {} // lease_renewer does
    store_statistics   statistics() const override;

private:
    /// Threads for statements. None of the tenants holds all of them.
    struct statement_threads
    {
        explicit statement_threads(std::size_t count)
            : turns{count, exec::tenant_limit_for(count, 0.75)}
            , pool{count}
        {}

        exec::fair_queue         turns;
        boost::asio::thread_pool pool;
    };

    template <class Work>
    auto with_session(std::string_view tenant, Work work) -> sdk::task<std::invoke_result_t<Work&, database::session&>>;
    template <class Work>
    auto on_runner_thread(std::string_view tenant, Work work)
        -> sdk::task<std::invoke_result_t<Work&, database::session&>>;
    template <class Work>
    auto on_thread(statement_threads& threads, Work work) -> sdk::task<std::invoke_result_t<Work&, database::session&>>;

    void        require_connected() const;
    sdk::task<> forget_later(job_lease lease, std::string tenant);

    // On a thread of the store.
    submission_result add(database::session& db, submission& added);
    submission_result to_earlier_result(database::session& db, const submission& added, const addition& found) const;
    stored_response   read_result(database::session& db, const stored_job& stored) const;
    std::optional<started_job> claim(database::session& db, std::size_t tenant_limit);
    started_job                unseal(database::session& db, const stored_job& claimed);
    std::vector<model_answer>  read_answers(job_table& table, const stored_job& claimed, const data_key& key) const;
    void                       report_takeover(const stored_job& claimed);
    void                       fail_unreadable(database::session& db, const stored_job& claimed);
    static void                store_last_changes(job_queue& queue, held_job& held);
    void                       release(held_job& held);
    std::optional<job>         end(database::session& db, const held_job& held, const job_outcome& outcome);

    job                             to_job(const stored_job& stored) const;
    std::shared_ptr<const data_key> key_of(const stored_job& stored) const;
    job_end                         end_now(std::size_t bytes) const;

    using endpoint_map = std::map<std::string, const gateway::endpoint*, std::less<>>;

    const store_limits                limits_;
    const master_keys                 keys_;
    sdk::log&                         log_;
    const std::function<time_point()> now_;
    const lease_terms                 terms_;
    endpoint_map                      endpoints_; ///< by the name of the operation
    database::session_pool            sessions_;
    held_jobs                         held_;
    std::atomic<std::int64_t>         taken_over_ = 0;
    lease_renewer                     renewer_;
    std::atomic<bool>                 is_stopped_ = false;
    std::mutex                        mutex_; ///< guards releases_
    std::vector<std::future<void>>    releases_;
    statement_threads                 client_threads_;
    statement_threads                 runner_threads_; ///< clients do not delay the runner
};

} // namespace verbatim::core::jobs
