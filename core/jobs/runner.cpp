#include "jobs/runner.hpp"

#include "exec/fair_queue.hpp"
#include "exec/preallocated_handler.hpp"
#include "gateway/envelope.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <thread>
#include <utility>

namespace verbatim::core::jobs {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

constexpr auto without_throwing = asio::as_tuple(asio::use_awaitable);

/// One tenant leaves room for others.
constexpr double tenant_share = 0.75;

/// Passes what happens in the call of a job to the store.
class job_observer final : public gateway::call_observer
{
public:
    job_observer(store& store, job_lease lease)
        : store_{store}
        , lease_{std::move(lease)}
    {}

    void on_progress(std::string_view phase, std::size_t done, std::size_t total) override
    {
        store_.report_progress(lease_, {.phase = std::string{phase}, .done = done, .total = total});
    }
    void on_attempt(std::int64_t cost) noexcept override { store_.add_attempt(lease_, cost); }

private:
    store&          store_;
    const job_lease lease_;
};

job_outcome failed(const sdk::error& failure, http::response response)
{
    return {.response = std::move(response), .failure = failure_of(failure)};
}

job_outcome failed(const sdk::error& failure, std::string_view request_id)
{
    return failed(failure, gateway::envelope(failure, request_id));
}

job_outcome server_stopped(const job& job)
{
    sdk::error failure{sdk::errc::server_stopped};
    failure.message = "The server stopped before the job finished";
    return failed(failure, job.request_id);
}

/// The size of a body for which as much memory is reserved as this one needs.
std::size_t reserved_bytes(const gateway::stored_body& body)
{
    return std::max(body.text.size(), body.memory / http::memory_for_body(1) + 1);
}

} // namespace

/// Used on its thread only, except for what is constant.
struct runner::running_job
{
    running_job(const started_job& claimed, std::size_t thread_number, asio::io_context& context_of_thread)
        : lease{claimed.lease}
        , request_id{claimed.state.request_id}
        , thread{thread_number}
        , context{context_of_thread}
    {}

    const job_lease           lease;
    const std::string         request_id;
    const std::size_t         thread;
    asio::io_context&         context;
    asio::cancellation_signal cancellation;

    started_job                job; ///< until it runs
    exec::preallocated_handler spawning;
};

runner::runner(limits bounds, store& store, request_runner run, exec::threads& threads,
               std::shared_ptr<http::body_budget> body_memory, log::logger& logger)
    : limits_{bounds}
    , tenant_limit_{exec::tenant_limit_for(bounds.running, tenant_share)}
    , store_{store}
    , run_{std::move(run)}
    , threads_{threads}
    , body_memory_{std::move(body_memory)}
    , log_{logger}
{}

void runner::start()
{
    asio::co_spawn(own_thread_.context(0), serve_store(), asio::detached);
    own_thread_.start();
}

void runner::wake()
{
    asio::post(own_thread_.context(0), [this] {
        is_woken_ = true;
        wakeup_.cancel();
    });
}

sdk::task<> runner::serve_store()
{
    constexpr std::chrono::seconds      interval{1}; // for the jobs of a server that could not wake this one
    constexpr std::chrono::milliseconds pause{100};
    for (;;)
    {
        try
        {
            wakeup_.expires_after(std::exchange(is_woken_, false) ? std::chrono::seconds::zero() : interval);
            co_await wakeup_.async_wait(without_throwing);
            co_await give_up_blocked();
            co_await claim_queued();
            store_.erase_expired();
        }
        catch (const std::bad_alloc&)
        {
            std::this_thread::sleep_for(pause); // a timer needs memory, too
        }
    }
}

sdk::task<> runner::give_up_blocked()
{
    const auto blocked =
        find([this](const running_job& running) { return threads_.blocked_for(running.thread) >= max_blocked; });
    for (const auto& running : blocked)
    {
        try
        {
            co_await end_blocked(*running);
            post_cancellation(running); // when its thread runs again
            remove(running);
        }
        catch (const std::exception&) // the store is unavailable, or out of memory: repeated soon
        {}
    }
}

sdk::task<> runner::end_blocked(const running_job& blocked)
{
    const bool holds = holds_thread(blocked);
    if (draining_) co_return stop(blocked.lease); // like the jobs that run at the end of the wait
    if (holds && !may_hold_another_thread()) co_return co_await fail_blocked(blocked);
    if (!co_await store_.give_up(blocked.lease)) co_return;
    /// Its I/O thread is blocked: see docs/reference/jobs.md#blocked-threads.
    /// holds_thread: by code of the job itself.
    log::call_log{log_, blocked.request_id}.write(
        sdk::severity::warning, "job_given_up",
        {{"job_id", std::string_view{blocked.lease.id}}, {"holds_thread", holds}});
}

sdk::task<> runner::fail_blocked(const running_job& blocked)
{
    auto       outcome = failed(sdk::error{takeovers_exceeded}, blocked.request_id);
    const auto status  = outcome.response.status;
    share_body(outcome.response);
    const auto ended = co_await store_.finish(blocked.lease, std::move(outcome));
    if (!ended) co_return;
    record_end(*ended, status);
}

/// Whether code of the job itself holds its thread, and not that of another call. The server makes the request ids, so
/// no two calls have the same one.
bool runner::holds_thread(const running_job& running) const
{
    const auto activity = threads_.activities()[running.thread].read();
    return activity.running && activity.call && activity.call->request_id == running.request_id;
}

/// A job that has held a thread may hold the next one, too. At least half of the threads are left to others.
bool runner::may_hold_another_thread() const noexcept
{
    const auto running = threads_.size() - threads_.count_blocked();
    return running != 0 && 2 * (running - 1) >= threads_.size();
}

sdk::task<> runner::claim_queued()
{
    while (claimed_ || reserve_place())
    {
        try
        {
            if (!claimed_) claimed_ = co_await store_.claim(tenant_limit_);
            if (claimed_) start(*claimed_);
        }
        catch (const std::exception&) // the store is unavailable, or out of memory: claimed, or started, later
        {
            if (claimed_) co_return;
        }
        const bool is_empty = !claimed_;
        claimed_.reset();
        release_place();
        if (is_empty) co_return;
    }
}

/// Whether a job may be claimed; release_place() follows.
bool runner::reserve_place()
{
    const std::lock_guard lock{mutex_};
    if (draining_ || running_.size() + claiming_ >= limits_.running) return false;
    ++claiming_;
    return true;
}

void runner::release_place()
{
    const std::lock_guard lock{mutex_};
    --claiming_;
    if (is_idle()) all_ended_.notify_all();
}

/// Leaves the job as it is if memory runs out.
void runner::start(started_job& job)
{
    std::unique_lock lock{mutex_};
    if (draining_)
    {
        lock.unlock();
        stop(job.lease);
        return;
    }
    for (auto tries = threads_.size(); tries != 0 && threads_.is_blocked(next_thread_ % threads_.size()); --tries)
        ++next_thread_;
    const auto thread  = next_thread_++ % threads_.size();
    const auto running = std::make_shared<running_job>(job, thread, threads_.context(thread));
    running_.insert(running);

    // From here on nothing throws.
    running->job = std::move(job);
    running->spawning.post(running->context.get_executor(), [this, running] { spawn(running); });
}

void runner::spawn(const running_pointer& running)
{
    auto ended = [this, running](std::exception_ptr) {
        // The frame uses its cancellation slot until this returns.
        asio::post(running->context, [this, running] { on_end(running); });
    };
    asio::co_spawn(running->context, run(running),
                   asio::bind_cancellation_slot(running->cancellation.slot(), std::move(ended)));
}

sdk::task<> runner::run(running_pointer running)
{
    auto job = std::move(running->job);
    log::call_log{log_, running->request_id}.write(
        sdk::severity::info, "job_started",
        {{"job_id", std::string_view{job.lease.id}}, {"operation", std::string_view{job.state.operation}}});
    std::optional<job_outcome> outcome;
    if (job.is_exhausted) outcome = failed(sdk::error{takeovers_exceeded}, running->request_id);
    else outcome = co_await outcome_of(*running, std::move(job));
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await finish(running->lease, std::move(*outcome));
}

sdk::task<job_outcome> runner::outcome_of(const running_job& running, started_job job)
{
    try
    {
        http::body_reservation memory{body_memory_, job.request.caller.tenant_id, reserved_bytes(job.request.body)};
        co_await reserve_memory(memory);
        // Removed before cancel() could find it: the outcome has no effect.
        if (!store_.is_running(running.lease)) co_return failed(sdk::error{}, running.request_id);
        const auto                  time_left = limits_.deadline - job.run_before;
        const gateway::call_options options{.deadline    = std::max(time_left, std::chrono::seconds{1}),
                                            .urgency     = exec::call_urgency::background,
                                            .observer    = std::make_shared<job_observer>(store_, running.lease),
                                            .completions = std::move(job.completions)};
        auto                        answer = co_await run_(std::move(job.request), options);
        if (answer.failure) co_return failed(*answer.failure, std::move(answer.response));
        job_outcome succeeded{.response = std::move(answer.response), .failure = {}};
        co_return succeeded;
    }
    catch (const std::exception&) // cancelled, and finished before; or out of memory
    {}
    co_return failed(sdk::error{}, running.request_id);
}

/// Like a body that is read. The deadline of a job begins later, with its operation.
sdk::task<> runner::reserve_memory(http::body_reservation& reservation) const
{
    const auto                     executor = co_await asio::this_coro::executor;
    const auto                     wakeup   = std::make_shared<asio::steady_timer>(executor);
    const bool                     waits    = reservation.notify([executor, wakeup] {
        try
        {
            asio::post(executor, [wakeup] { wakeup->cancel(); });
        }
        catch (const std::bad_alloc&) // the next expiry of the timer ends the wait
        {}
    });
    constexpr std::chrono::seconds interval{10};
    while (waits && !reservation.granted())
    {
        wakeup->expires_after(interval);
        co_await wakeup->async_wait(without_throwing);
    }
}

/// Repeats while the store is unavailable, until the server stops.
sdk::task<> runner::finish(const job_lease& lease, job_outcome outcome)
{
    constexpr std::chrono::seconds interval{1};
    const int                      status = outcome.response.status;
    asio::steady_timer             timer{co_await asio::this_coro::executor};
    share_body(outcome.response);
    for (; !has_stopped_; co_await timer.async_wait(asio::use_awaitable))
    {
        try
        {
            if (const auto ended = co_await store_.finish(lease, outcome)) record_end(*ended, status);
            co_return;
        }
        catch (const std::exception&) // the store is unavailable, or out of memory
        {}
        timer.expires_after(interval);
    }
}

void runner::record_end(const job& ended, int status) noexcept
try
{
    outcomes_.add(ended);
    const std::chrono::duration<double> duration = ended.finished.value_or(ended.created) - ended.created;
    const auto    code = ended.failure ? std::string_view{ended.failure->code} : std::string_view{};
    log::call_log call_log{log_, ended.request_id};
    if (code == takeovers_exceeded.code.view())
        /// The job failed: see docs/reference/jobs.md#blocked-threads.
        call_log.write(sdk::severity::error, "job_takeovers_exceeded", {{"job_id", std::string_view{ended.id}}});
    /// Lines of a job have the request id of its POST. status 0: cancelled; seconds since the POST.
    call_log.write(sdk::severity::info, "job_finished",
                   {{"job_id", std::string_view{ended.id}},
                    {"operation", std::string_view{ended.operation}},
                    {"outcome", to_string(ended.status)},
                    {"status", status},
                    {"code", code},
                    {"seconds", duration.count()},
                    {"attempts", ended.attempts}});
}
catch (...) // out of memory: the line is dropped
{}

void runner::on_end(const std::shared_ptr<running_job>& ended)
{
    remove(ended);
    wake();
}

void runner::remove(const std::shared_ptr<running_job>& ended)
{
    const std::lock_guard lock{mutex_};
    running_.erase(ended);
    if (running_.empty()) all_ended_.notify_all();
}

template <class Condition>
std::vector<runner::running_pointer> runner::find(Condition condition)
{
    const std::lock_guard        lock{mutex_};
    std::vector<running_pointer> found;
    std::ranges::copy_if(running_, std::back_inserter(found),
                         [&](const running_pointer& running) { return condition(*running); });
    return found;
}

sdk::task<> runner::cancel(std::string id)
{
    constexpr std::chrono::milliseconds longest_pause{50};
    asio::steady_timer                  timer{co_await asio::this_coro::executor};
    for (const auto& running : find([&](const running_job& job) { return job.lease.id == id; }))
    {
        const auto emitted = post_cancellation(running);
        // No longer once the thread is known to be blocked.
        for (std::chrono::milliseconds pause{1}; !*emitted && !threads_.is_blocked(running->thread);
             pause = std::min(2 * pause, longest_pause))
        {
            timer.expires_after(pause);
            co_await timer.async_wait(asio::use_awaitable);
        }
    }
}

void runner::on_available() noexcept
try
{
    wake();
}
catch (...) // out of memory: the next interval takes the job
{}

void runner::on_lost(const job_lease& lease) noexcept
try
{
    for (const auto& running : find([&](const running_job& job) { return job.lease == lease; }))
    {
        /// Another server took the job over or cancelled it.
        log::call_log{log_, running->request_id}.write(sdk::severity::warning, "job_lost",
                                                       {{"job_id", std::string_view{lease.id}}});
        post_cancellation(running);
    }
}
catch (...) // out of memory: the job runs on without effect
{}

/// Returns what becomes true when the job is cancelled.
std::shared_ptr<const std::atomic<bool>> runner::post_cancellation(const running_pointer& running)
{
    const auto emitted = std::make_shared<std::atomic<bool>>(false);
    asio::post(running->context, [running, emitted] {
        running->cancellation.emit(asio::cancellation_type::all);
        *emitted = true;
    });
    return emitted;
}

void runner::stop(const job_lease& lease)
{
    if (const auto job = store_.stop_running(lease, &server_stopped))
        record_end(*job, gateway::status_of(sdk::errc::server_stopped));
}

bool runner::drain(clock::time_point deadline, const std::stop_token& cut)
{
    {
        const std::lock_guard lock{mutex_};
        draining_ = true;
    }
    const auto status = gateway::status_of(sdk::errc::server_stopped);
    while (const auto job = store_.stop_queued(&server_stopped)) record_end(*job, status);

    std::vector<running_pointer> late;
    {
        std::unique_lock lock{mutex_};
        all_ended_.wait_until(lock, cut, deadline, [this] { return running_.empty(); });
        late.assign(running_.begin(), running_.end());
    }
    for (const auto& running : late)
    {
        stop(running->lease);
        post_cancellation(running);
    }
    constexpr std::chrono::seconds for_the_end{2}; // of what was cancelled, and of a claim: its job is stopped, too
    std::unique_lock               lock{mutex_};
    all_ended_.wait_until(lock, clock::now() + for_the_end, [this] { return is_idle(); });
    has_stopped_ = true;
    return late.empty();
}

runner_statistics runner::statistics() const { return outcomes_.read(); }

} // namespace verbatim::core::jobs
