#pragma once

#include "exec/compute_pool.hpp"
#include "exec/threads.hpp"
#include "gateway/deferral.hpp"
#include "http/body_budget.hpp"
#include "jobs/event_streams.hpp"
#include "jobs/runner.hpp"
#include "jobs/settings.hpp"
#include "jobs/store.hpp"
#include "log/logger.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace verbatim::core::jobs {

/// The wall clock of the machine.
time_point now();

struct service_statistics
{
    store_statistics  store;
    runner_statistics ended;
};

/// Jobs and idempotency keys of the server: docs/reference/jobs.md. Accepts requests of the gateway, and runs them
/// after start(). Outlives the I/O threads. [any thread]
class service final : public gateway::deferral
{
public:
    /// The references must outlive this object. `clock` reads the wall clock.
    service(const settings& config, std::unique_ptr<store> store, exec::compute_pool& pool, log::logger& logger,
            std::function<time_point()> clock = &now);

    ~service() override { stop(); }

    /// Once, before the first request. Jobs of these endpoints run.
    void start(request_runner run, exec::threads& threads, std::shared_ptr<http::body_budget> body_memory,
               std::span<const gateway::endpoint* const> endpoints);

    bool                      accepts_jobs() const noexcept override { return config_.max_running != 0; }
    sdk::task<http::response> add_job(gateway::stored_request request, std::string idempotency_key) override;
    sdk::task<std::variant<http::response, std::unique_ptr<gateway::stored_answer>>>
    begin(gateway::stored_request request, std::string idempotency_key) override;

    jobs::store&  jobs() noexcept { return *store_; }
    time_point    time() const { return clock_(); }
    stream_limit& streams() noexcept { return streams_; }

    /// Cancels an unfinished job; keeps or erases a finished one. None: the tenant has no such job. [may wait]
    sdk::task<std::optional<job>> cancel(std::string tenant, std::string id, if_finished finished);

    /// Erases the answer that is stored for an idempotency key, or the job that has it, and frees the key. Returns the
    /// last state. Throws sdk::error: {not_found}; {unfinished} if a client waits for the request. [may wait]
    sdk::task<job> erase_answer(std::string tenant, std::string idempotency_key, std::string_view request_id);

    /// See runner::drain. Accepts no further job, unless another server can run it. Jobs that another server can
    /// continue are waited for at most 30 s. [not an I/O thread] [may wait]
    bool drain(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut = {});

    /// Whether no job runs here any more, because the server stops.
    bool has_drained() const noexcept { return drained_; }

    /// Ends the threads of jobs and of the store. After drain(). [not an I/O thread]
    void stop() noexcept
    {
        if (runner_) runner_->stop();
        store_->stop();
    }

    service_statistics statistics() const;

private:
    static constexpr std::size_t max_streams           = 1'000;
    static constexpr std::size_t max_streams_of_tenant = 100;

    class answer_place;

    bool                                  is_shared() const noexcept { return config_.store == store_kind::database; }
    sdk::task<std::optional<idempotency>> read_key(const gateway::stored_request& request, std::string key);
    void                                  log_queued(const job& added, std::size_t bytes, std::string_view tenant);

    const settings                    config_;
    exec::compute_pool&               pool_;
    log::logger&                      log_;
    const std::function<time_point()> clock_;
    const std::unique_ptr<store>      store_;  ///< outlives the coroutines of runner_, whose frames hold its turns
    std::unique_ptr<runner>           runner_; ///< null before start(); called by threads of store_ until stop()
    stream_limit                      streams_{max_streams, max_streams_of_tenant};
    std::atomic<bool>                 drained_ = false;
};

} // namespace verbatim::core::jobs
