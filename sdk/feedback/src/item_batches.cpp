#include "verbatim/feedback/item_batches.hpp"

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/feedback/failed_records.hpp"
#include "verbatim/feedback/refused_items.hpp"

#include <cstdint>
#include <map>
#include <string_view>

namespace verbatim::feedback {

std::vector<std::vector<std::size_t>> make_batches(std::span<const std::size_t> lengths, const batch_limits& limits)
{
    std::vector<std::vector<std::size_t>> batches;
    std::size_t                           used = 0;
    for (std::size_t n = 0; n != lengths.size(); ++n)
    {
        if (lengths[n] > limits.max_length) continue;
        if (batches.empty() || batches.back().size() == limits.max_items || used + lengths[n] > limits.target_length)
        {
            batches.emplace_back();
            used = 0;
        }
        batches.back().push_back(n);
        used += lengths[n];
    }
    return batches;
}

sdk::task<> for_each_batch(std::size_t count, std::size_t concurrency, const call_outcomes& outcomes,
                           const std::function<sdk::task<>(std::size_t)>& step)
{
    std::size_t                                   begun = 0;
    const std::function<sdk::task<>(std::size_t)> next  = [&](std::size_t n) { return step(begun + n); };
    while (begun != count)
    {
        const auto some = outcomes.next_batches(count - begun);
        co_await sdk::for_each_bounded(some, concurrency, next);
        begun += some;
    }
}

sdk::error common_cause(std::span<const sdk::error> failures)
{
    const auto* cause = &failures.front();
    for (const auto& failure : failures)
    {
        if (failure.code() != cause->code()) return sdk::error{sdk::errc::analysis_unavailable, count_causes(failures)};
        if (failure.retry_after > cause->retry_after) cause = &failure;
    }
    return *cause;
}

std::string count_causes(std::span<const sdk::error> failures)
{
    std::map<std::string_view, std::size_t> counts;
    for (const auto& failure : failures) ++counts[failure.cause ? sdk::to_string(*failure.cause) : failure.code_name()];
    std::string text;
    for (const auto& [name, count] : counts)
    {
        if (!text.empty()) text += ',';
        text += std::string{name} + ':' + std::to_string(count);
    }
    return text;
}

sdk::error unreadable_answer()
{
    constexpr auto cause = sdk::failure_cause::unreadable;
    sdk::error     error{sdk::errc::analysis_unavailable, std::string{sdk::to_string(cause)}};
    error.cause = cause;
    return error;
}

bool is_divisible(const sdk::error& failure) noexcept
{
    return failure.code() == sdk::errc::content_policy_violation || failure.cause == sdk::failure_cause::truncated ||
           failure.cause == sdk::failure_cause::prompt_cut || failure.cause == sdk::failure_cause::context_exceeded;
}

void failed_records::report(sdk::call& call, std::string_view event, std::size_t total) const
{
    call.note("failed_records", static_cast<std::int64_t>(failures_.size()));
    if (failures_.empty()) return;
    const auto causes = count_causes(failures_);
    call.log().write(sdk::severity::warning, event,
                     {{"failed", failures_.size()}, {"total", total}, {"causes", causes}});
    if (failures_.size() == total) throw common_cause(failures_);
}

void call_outcomes::add(const std::optional<sdk::error>& failure)
{
    const bool unreadable = failure && failure->cause == sdk::failure_cause::unreadable;
    const bool refused    = failure && is_refusal(*failure);
    unreadable_ += unreadable ? 1 : 0;
    refused_ += refused ? 1 : 0;
    has_others_ = has_others_ || !(unreadable || refused);
    if (failure) last_ = failure;
}

std::optional<sdk::error> call_outcomes::common_failure() const
{
    constexpr std::size_t max_unreadable = 3;  // each was asked for twice
    constexpr std::size_t max_refused    = 24; // three batches of 100, each divided eight times down to one record
    if (has_others_ || (unreadable_ < max_unreadable && refused_ < max_refused)) return std::nullopt;
    return last_;
}

} // namespace verbatim::feedback
