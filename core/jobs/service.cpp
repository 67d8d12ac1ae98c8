#include "jobs/service.hpp"

#include "gateway/request_steps.hpp"
#include "jobs/keyed_digests.hpp"
#include "jobs/random_bytes.hpp"
#include "jobs/wire.hpp"

#include "verbatim/sdk/error.hpp"

#include <cmath>
#include <utility>

namespace verbatim::core::jobs {

namespace {

memory_store::limits limits_of(const settings& config)
{
    const std::chrono::duration<double, std::ratio<3'600>> time_to_expiry{config.result_hours};
    return {.unfinished_jobs = config.max_per_tenant,
            .bytes           = config.max_memory,
            .tenant_bytes    = static_cast<std::size_t>(static_cast<double>(config.max_memory) * config.tenant_share),
            .time_to_expiry  = std::chrono::ceil<std::chrono::microseconds>(time_to_expiry)};
}

} // namespace

time_point now() { return std::chrono::floor<time_point::duration>(std::chrono::system_clock::now()); }

/// Forgets the request unless its answer is stored.
class service::answer_place final : public gateway::stored_answer
{
public:
    answer_place(jobs::store& store, std::string id)
        : store_{store}
        , id_{std::move(id)}
    {}
    ~answer_place() override
    {
        if (!stored_) store_.forget(id_);
    }

    void store(http::response& response) override
    {
        share_body(response);
        store_.finish(id_, {.response = response, .failure = {}});
        stored_ = true;
    }

private:
    jobs::store&      store_;
    const std::string id_;
    bool              stored_ = false;
};

service::service(const settings& config, exec::compute_pool& pool, log::logger& logger,
                 std::function<time_point()> clock)
    : config_{config}
    , pool_{pool}
    , log_{logger}
    , clock_{std::move(clock)}
    , digest_key_{random_bytes<std::tuple_size_v<decltype(digest_key_)>>()}
    , store_{limits_of(config_), clock_}
{}

void service::start(request_runner run, exec::threads& threads, std::shared_ptr<http::body_budget> body_memory)
{
    const runner::limits limits{.running  = config_.max_running,
                                .deadline = std::chrono::ceil<std::chrono::seconds>(config_.deadline)};
    runner_ = std::make_unique<runner>(limits, store_, std::move(run), threads, std::move(body_memory), log_);
    runner_->start();
}

sdk::task<http::response> service::add_job(gateway::stored_request request, std::string idempotency_key)
{
    if (draining_) throw sdk::error{sdk::errc::overloaded, "draining"};
    auto       key    = co_await read_key(request.body.text, std::move(idempotency_key));
    const auto bytes  = request.body.text.size();
    const auto tenant = request.caller.tenant_id;
    const auto result = store_.submit({.request = std::move(request), .key = std::move(key), .is_job = true});
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

    auto key          = co_await read_key(request.body.text, std::move(idempotency_key));
    request.body      = {};
    const auto result = store_.submit({.request = std::move(request), .key = std::move(key), .is_job = false});
    if (result.answer) co_return decision{http::response{*result.answer}};
    co_return decision{std::make_unique<answer_place>(store_, result.state.id)};
}

sdk::task<std::optional<idempotency>> service::read_key(const std::string& body, std::string key)
{
    if (key.empty()) co_return std::nullopt;
    idempotency                 result{.key = std::move(key)};
    const std::function<void()> hash = [&] { result.digest = digest_of(body, digest_key_); };
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

sdk::task<std::optional<job>> service::remove(std::string tenant, std::string id)
{
    constexpr int nothing_sent = 0;
    const auto    before       = store_.find(tenant, id);
    const auto    removed      = store_.remove(tenant, id);
    const bool    is_cancelled = removed && removed->status == job_status::cancelled;
    if (!is_cancelled || !before || is_finished(before->status)) co_return removed;
    runner_->record_end(*removed, nothing_sent);
    co_await runner_->cancel(removed->id);
    co_return removed;
}

bool service::drain(std::chrono::steady_clock::time_point deadline)
{
    draining_ = true;
    return !runner_ || runner_->drain(deadline);
}

service_statistics service::statistics() const
{
    return {.store = store_.statistics(), .ended = runner_ ? runner_->statistics() : runner_statistics{}};
}

} // namespace verbatim::core::jobs
