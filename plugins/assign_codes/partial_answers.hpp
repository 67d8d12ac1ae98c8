#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace verbatim::assign_codes {

/// The answer of one model call about several items.
template <class Result>
struct partial_answer
{
    std::vector<std::optional<Result>> results;              ///< one for each item; none: the answer leaves it out
    std::optional<sdk::error>          failure;              ///< of the call; then there are no results
    bool                               is_divisible = false; ///< the call may succeed with fewer items
};

/// Asks about the items at these positions.
template <class Result>
using item_question = std::function<sdk::task<partial_answer<Result>>(std::span<const std::size_t> positions)>;

/// Asks about all items in one call. Items that its answer leaves out are asked about once more, together, and both
/// halves of a divisible call that fails, down to single items. Each item has a result at its position of `results`. At
/// most two calls for each item, and two for each item of a half. [call] [may wait]
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

    const bool is_final = answer.failure ? !answer.is_divisible || positions.size() == 1 : is_repeated;
    if (is_final)
    {
        const sdk::error failure{answer.failure.value_or(sdk::error{sdk::errc::analysis_unavailable})};
        for (const auto position : missing) results[position] = failure;
        co_return;
    }
    if (!answer.failure)
    {
        co_await ask_until_answered(ask, std::move(missing), results, true);
        co_return;
    }
    const auto               middle = missing.begin() + static_cast<std::ptrdiff_t>(missing.size() / 2);
    std::vector<std::size_t> first(missing.begin(), middle);
    std::vector<std::size_t> second(middle, missing.end());
    co_await ask_until_answered(ask, std::move(first), results, is_repeated);
    co_await ask_until_answered(ask, std::move(second), results, is_repeated);
}

} // namespace verbatim::assign_codes
