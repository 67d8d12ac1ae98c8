#include "llm/asking.hpp"

#include "llm/retry.hpp"

#include <optional>

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

sdk::task<outcome> attempt(shared_parts& all, const asked_model& whom, const client& who, question& what, int number,
                           std::chrono::milliseconds budget)
{
    metered_attempt measured{all.measured, whom, who, number, budget};
    const sender    from{.tenant_id = who.tenant_id, .request_id = who.request_id};
    auto            ended = co_await what.attempt(from, budget);
    measured.close(what, ended);
    co_return ended;
}

} // namespace

sdk::task<sdk::result<outcome>> ask(shared_parts& all, const asked_model& whom, const client& who, question& what)
{
    auto&                     time = all.measured.time;
    std::optional<retry_plan> plan;
    outcome                   last;
    for (int number = 1;; ++number)
    {
        // A slot is held while a provider is busy with us, not while we wait for it to recover: tenants that are
        // not held back go ahead meanwhile, and the retry queues again behind them.
        const auto until = plan ? retry_plan::latest_retry(who.deadline) : retry_plan::latest_start(who.deadline);
        auto       slot  = co_await all.queue.enter(who.tenant_id, until);
        if (!plan) plan = retry_plan::begin(time.now(), who.deadline, all.longest_attempt);
        if (!plan) co_return sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"};

        const auto budget = slot ? plan->next_budget(time.now()) : std::nullopt;
        if (!budget)
            co_return number == 1 ? sdk::error{sdk::errc::analysis_timeout, "too little time left for a model call"}
                                  : error_of(last);

        last = co_await attempt(all, whom, who, what, number, *budget);
        slot.reset();
        if (last.how == ending::answered) co_return std::move(last);

        const auto wait = plan->wait_after(last, time.now());
        if (!wait) co_return error_of(last);
        if (*wait > wait->zero()) co_await time.sleep(*wait);
    }
}

} // namespace verbatim::core::llm
