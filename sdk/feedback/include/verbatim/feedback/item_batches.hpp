#pragma once

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Model calls about many items, several in each call.
namespace verbatim::feedback {

/// The size of a batch. Lengths are those of sdk::estimation_length().
struct batch_limits
{
    std::size_t max_items;
    std::size_t max_length;    ///< a longer item is in no batch
    std::size_t target_length; ///< of a batch; a longer item is alone
};

/// Splits items of these lengths into batches, in order. An item above max_length is in no batch.
std::vector<std::vector<std::size_t>> make_batches(std::span<const std::size_t> lengths, const batch_limits& limits);

/// Runs `step` for each of `count` batches, at most `concurrency` at a time, in order. While `outcomes`, to which the
/// steps add, shows no answer yet, only the first few: they show whether the model answers before the others are paid.
/// [call] [may wait]
sdk::task<> for_each_batch(std::size_t count, std::size_t concurrency, const call_outcomes& outcomes,
                           const std::function<sdk::task<>(std::size_t)>& step);

/// The failures' error with the longest retry_after if they share a code; else analysis_unavailable. There must be a
/// failure.
sdk::error common_cause(std::span<const sdk::error> failures);

/// For the log: how many failures have each cause, or each code where no cause is known. Sorted by name:
/// `llm_timeout:1,unreadable:3`.
std::string count_causes(std::span<const sdk::error> failures);

/// For items about which no answer can be read.
sdk::error unreadable_answer();

/// Whether a call that failed may succeed with fewer items: refusals and long outputs may be due to one of them.
bool is_divisible(const sdk::error& failure) noexcept;

/// The answer of one model call about several items.
template <class Result>
struct partial_answer
{
    std::vector<std::optional<Result>> results; ///< one for each item; none: the answer leaves it out
    std::optional<sdk::error>          failure; ///< of the call; then there are no results

    bool has_any() const
    {
        return std::ranges::any_of(results, [](const auto& result) { return result.has_value(); });
    }
};

/// Asks about the items at these positions.
template <class Result>
using item_question = std::function<sdk::task<partial_answer<Result>>(std::span<const std::size_t> positions)>;

/// Asks about all items in one call. Items that its answer leaves out are asked about once more, as many at a time as
/// it answered, twenty at least, in at most eight calls: some models list twenty answers whatever they are asked. Both
/// halves of a divisible call that fails are asked about, down to single items. Each item has a result at its position
/// of `results`. At most two calls for each item, and two for each item of a half. [call] [may wait]
template <class Result>
sdk::task<> ask_until_answered(const item_question<Result>& ask, std::vector<std::size_t> positions,
                               std::vector<std::optional<sdk::result<Result>>>& results, bool is_repeated = false)
{
    auto                     answer = co_await ask(positions);
    std::vector<std::size_t> missing;
    for (std::size_t n = 0; n != positions.size(); ++n)
        if (n < answer.results.size() && answer.results[n]) results[positions[n]] = std::move(*answer.results[n]);
        else missing.push_back(positions[n]);
    if (missing.empty()) co_return;

    const bool is_final = answer.failure ? !is_divisible(*answer.failure) || positions.size() == 1 : is_repeated;
    if (is_final)
    {
        const sdk::error failure{answer.failure.value_or(unreadable_answer())};
        for (const auto position : missing) results[position] = failure;
        co_return;
    }
    if (!answer.failure)
    {
        constexpr std::size_t max_calls = 8, usual_answers = 20;
        const auto            size =
            std::max({positions.size() - missing.size(), usual_answers, (missing.size() + max_calls - 1) / max_calls});
        for (std::size_t begin = 0; begin < missing.size(); begin += size)
        {
            const auto               from = missing.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto               most = std::min(size, missing.size() - begin);
            std::vector<std::size_t> group(from, from + static_cast<std::ptrdiff_t>(most));
            co_await ask_until_answered(ask, std::move(group), results, true);
        }
        co_return;
    }
    const auto               middle = missing.begin() + static_cast<std::ptrdiff_t>(missing.size() / 2);
    std::vector<std::size_t> first(missing.begin(), middle);
    std::vector<std::size_t> second(middle, missing.end());
    co_await ask_until_answered(ask, std::move(first), results, is_repeated);
    co_await ask_until_answered(ask, std::move(second), results, is_repeated);
}

} // namespace verbatim::feedback
