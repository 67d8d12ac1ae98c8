#include "llm/make_door.hpp"

#include "llm/endpoint.hpp"
#include "llm/fair_queue.hpp"
#include "llm/meter.hpp"
#include "llm/retry.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// What a caller is told of an attempt that was the last.
sdk::error error_of(const outcome& ended)
{
    const auto status = ended.status == 0 ? std::string{} : "provider status " + std::to_string(ended.status);
    switch (ended.how)
    {
    case ending::timed_out: return sdk::error{sdk::errc::llm_timeout, status};
    case ending::rate_limited:
    {
        sdk::error limited{sdk::errc::llm_rate_limited, status};
        if (ended.retry_after) limited.retry_after = *ended.retry_after;
        return limited;
    }
    case ending::refused: return sdk::error{sdk::errc::content_policy_violation, status};
    case ending::cut_off: return sdk::error{sdk::errc::llm_error, "connection ended before an answer"};
    case ending::unusable: return sdk::error{sdk::errc::llm_error, "answer of no use"};
    case ending::answered:
    case ending::failed: break;
    }
    return sdk::error{sdk::errc::llm_error, status.empty() ? "no connection or no HTTP answer" : status};
}

/// What the calls of one process share.
struct shared_parts
{
    measures                  measured;
    fair_queue                queue;
    std::chrono::milliseconds longest_attempt;
};

/// A model as one call sees it: queue, attempt, meter, and again as long as the plan says so.
class metered_llm final : public sdk::llm
{
public:
    metered_llm(shared_parts& all, provider& asked, attempt_figures& sums, client who)
        : all_{all}
        , asked_{asked}
        , sums_{sums}
        , who_{std::move(who)}
    {}

    sdk::token_limits limits() const noexcept override { return all_.measured.limits; }

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::conversation& what) override
    {
        auto&                     time = all_.measured.time;
        std::optional<retry_plan> plan;
        outcome                   last;
        for (int number = 1;; ++number)
        {
            // A slot is held while a provider is busy with us, not while we wait for it to recover: tenants that are
            // not held back go ahead meanwhile, and the retry queues again behind them.
            const auto until = plan ? retry_plan::latest_retry(who_.deadline) : retry_plan::latest_start(who_.deadline);
            auto       slot  = co_await all_.queue.enter(who_.tenant_id, until);
            if (!plan) plan = retry_plan::begin(time.now(), who_.deadline, all_.longest_attempt);
            if (!plan) co_return sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"};

            const auto budget = slot ? plan->next_budget(time.now()) : std::nullopt;
            if (!budget)
                co_return number == 1 ? sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"}
                                      : error_of(last);

            auto answer = co_await attempt(what, number, *budget, last);
            slot.reset();
            if (last.how == ending::answered) co_return answer;

            const auto wait = plan->wait_after(last, time.now());
            if (!wait) co_return error_of(last);
            if (*wait > wait->zero()) co_await time.sleep(*wait);
        }
    }

private:
    sdk::task<sdk::completion> attempt(const sdk::conversation& what, int number, std::chrono::milliseconds budget,
                                       outcome& ended)
    {
        metered_attempt measured{all_.measured, sums_, who_, asked_, number, budget};
        const sender    from{.tenant_id = who_.tenant_id, .request_id = who_.request_id};
        ended = co_await asked_.ask(what, from, budget);
        co_return measured.close(what, ended);
    }

    shared_parts&    all_;
    provider&        asked_;
    attempt_figures& sums_;
    client           who_;
};

class metered_door final : public door
{
public:
    metered_door(const settings& from, door_parts parts)
        : places_{from.max_concurrency}
        , wire_{parts.wire ? std::move(parts.wire) : make_curl_transport(from.max_concurrency)}
        , main_{make_provider(from.main, from, parts)}
        , judge_{make_provider(judge_of(from), from, parts)}
        , all_{.measured = {.prices        = std::move(parts.prices),
                            .limits        = {from.max_total_tokens, from.chars_per_token},
                            .time          = parts.time,
                            .without_price = {},
                            .without_usage = {}},
               .queue    = fair_queue{from.max_concurrency},
               .longest_attempt =
                   std::max(std::chrono::ceil<std::chrono::milliseconds>(from.timeout), std::chrono::milliseconds{1})}
    {}

    std::unique_ptr<sdk::llm> open(client who, connection which) override
    {
        const bool judges = which == connection::judge;
        return std::make_unique<metered_llm>(all_, judges ? *judge_ : *main_, judges ? judge_sums_ : main_sums_,
                                             std::move(who));
    }

    door_figures figures() const override
    {
        door_figures now;
        now.connections.push_back({"main", std::string{main_->name()}, main_sums_.read()});
        now.connections.push_back({"judge", std::string{judge_->name()}, judge_sums_.read()});
        now.in_flight = all_.queue.in_flight();
        now.waiting   = all_.queue.waiting();
        now.places    = places_;
        return now;
    }

private:
    std::unique_ptr<provider> make_provider(const connection_settings& to, const settings& from,
                                            const door_parts& parts)
    {
        auto where = make_endpoint(to);
        if (where.kind == provider_kind::local) return make_local_provider(parts.built_in, parts.elsewhere);
        return make_remote_provider(std::move(where), from.structured_outputs, *wire_);
    }

    const std::size_t          places_;
    std::unique_ptr<transport> wire_;
    std::unique_ptr<provider>  main_;
    std::unique_ptr<provider>  judge_;
    attempt_figures            main_sums_;
    attempt_figures            judge_sums_;
    shared_parts               all_;
};

} // namespace

std::unique_ptr<door> make_door(const settings& from, door_parts parts)
{
    return std::make_unique<metered_door>(from, std::move(parts));
}

} // namespace verbatim::core::llm
