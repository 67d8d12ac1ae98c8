#include "jobs/service.hpp"

#include "gateway/request_steps.hpp"
#include "jobs/wire.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::jobs {

time_point now() { return std::chrono::floor<time_point::duration>(std::chrono::system_clock::now()); }

/// Forgets the request unless its answer is stored.
class service::answer_place final : public gateway::stored_answer
{
public:
    answer_place(jobs::store& store, job_lease lease)
        : store_{store}
        , lease_{std::move(lease)}
    {}
    ~answer_place() override
    {
        if (!stored_) store_.forget(lease_);
    }

    sdk::task<> store(http::response& response) override
    try
    {
        share_body(response);
        job_outcome outcome{.response = response, .failure = {}};
        co_await store_.finish(lease_, std::move(outcome));
        stored_ = true;
    }
    catch (const sdk::error&) // the store is unavailable: the client gets its answer all the same
    {}

    sdk::task<> discard() override
    try
    {
        co_await store_.forget_now(lease_);
    }
    catch (const sdk::error&) // the store is unavailable: the destructor repeats it
    {}

private:
    jobs::store&    store_;
    const job_lease lease_;
    bool            stored_ = false;
};

service::service(const settings& config, std::unique_ptr<store> store, exec::compute_pool& pool, log::logger& logger,
                 std::function<time_point()> clock)
    : config_{config}
    , pool_{pool}
    , log_{logger}
    , clock_{std::move(clock)}
    , store_{std::move(store)}
{}

void service::start(request_runner run, exec::threads& threads, std::shared_ptr<http::body_budget> body_memory,
                    std::span<const gateway::endpoint* const> endpoints)
{
    const runner::limits limits{.running  = config_.max_running,
                                .deadline = std::chrono::ceil<std::chrono::seconds>(config_.deadline)};
    runner_ = std::make_unique<runner>(limits, *store_, std::move(run), threads, std::move(body_memory), log_);
    store_->start(*runner_, endpoints);
    runner_->start();
}

sdk::task<http::response> service::add_job(gateway::stored_request request, std::string idempotency_key)
{
    auto       key    = co_await read_key(request, std::move(idempotency_key));
    const auto bytes  = request.body.text.size();
    const auto tenant = request.caller.tenant_id;
    // In a variable: g++ 12 destroys the members of a temporary twice in an expression with co_await.
    submission added{.request = std::move(request), .key = std::move(key), .is_job = true};
    const auto result = co_await store_->submit(std::move(added));
    if (!result.is_job) co_return http::response{*result.answer};
    if (result.is_new)
    {
        log_queued(result.state, bytes, tenant);
        runner_->wake();
    }
    co_return accepted_response(result.state, clock_());
}

sdk::task<std::variant<http::response, std::unique_ptr<gateway::stored_answer>>>
service::begin(gateway::stored_request request, std::string idempotency_key)
{
    using decision = std::variant<http::response, std::unique_ptr<gateway::stored_answer>>;

    auto key     = co_await read_key(request, std::move(idempotency_key));
    request.body = {};
    submission added{.request = std::move(request), .key = std::move(key), .is_job = false};
    const auto result = co_await store_->submit(std::move(added));
    if (result.answer) co_return decision{http::response{*result.answer}};
    co_return decision{std::make_unique<answer_place>(*store_, result.lease)};
}

sdk::task<std::optional<idempotency>> service::read_key(const gateway::stored_request& request, std::string key)
{
    if (key.empty()) co_return std::nullopt;
    const std::string&          body = request.body.text;
    idempotency                 result;
    const std::function<void()> hash = [&] { result = store_->identify(request.caller.tenant_id, key, body); };
    if (gateway::is_large_body(body.size())) co_await gateway::compute(pool_, hash);
    else hash();
    co_return result;
}

void service::log_queued(const job& added, std::size_t bytes, std::string_view tenant)
{
    log::call_log{log_, added.request_id}.write(sdk::severity::info, "job_queued",
                                                {{"job_id", std::string_view{added.id}},
                                                 {"tenant", tenant},
                                                 {"operation", std::string_view{added.operation}},
                                                 {"bytes", bytes}});
}

sdk::task<std::optional<job>> service::cancel(std::string tenant, std::string id, if_finished finished)
{
    constexpr int nothing_sent = 0;
    const auto    ended        = co_await store_->cancel(tenant, id, finished);
    if (!ended) co_return std::nullopt;
    if (ended->is_cancelled)
    {
        runner_->record_end(ended->state, nothing_sent);
        co_await runner_->cancel(ended->state.id);
    }
    co_return ended->state;
}

sdk::task<job> service::erase_answer(std::string tenant, std::string idempotency_key, std::string_view request_id)
{
    const auto key    = store_->identify(tenant, idempotency_key, {});
    const auto found  = co_await store_->erase_answer(tenant, key);
    auto       erased = found ? std::optional{found->state} : std::nullopt;
    if (found && found->is_job) erased = co_await cancel(tenant, found->state.id, if_finished::erase);
    else if (found && !is_finished(found->state.status)) throw unfinished_error(found->state, clock_());
    if (!erased) throw sdk::error{sdk::errc::not_found};
    log::call_log{log_, std::string{request_id}}.write(sdk::severity::info, "answer_erased",
                                                       {{"tenant", std::string_view{tenant}},
                                                        {"operation", std::string_view{erased->operation}},
                                                        {"erased_request_id", std::string_view{erased->request_id}}});
    co_return std::move(*erased);
}

bool service::drain(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut)
{
    constexpr std::chrono::seconds max_wait_for_shared_jobs{30};
    if (is_shared()) deadline = std::min(deadline, std::chrono::steady_clock::now() + max_wait_for_shared_jobs);
    const bool all_ended = !runner_ || runner_->drain(deadline, cut);
    drained_             = true;
    return all_ended;
}

service_statistics service::statistics() const
{
    return {.store = store_->statistics(), .ended = runner_ ? runner_->statistics() : runner_statistics{}};
}

} // namespace verbatim::core::jobs
