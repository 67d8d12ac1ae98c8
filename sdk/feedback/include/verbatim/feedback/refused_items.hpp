#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace verbatim::feedback {

struct record;

/// Whether the provider refused a call under its content policy.
inline bool is_refusal(const sdk::error& error) noexcept { return error.code() == sdk::errc::content_policy_violation; }

/// Makes the call about some items and returns whether the provider refuses it.
using refusal_test = std::function<sdk::task<bool>(std::span<const std::size_t> items)>;

/// Finds the items because of which the provider refuses a call about all `count`, by calls about halves. None if it
/// needs more than 40 calls, if three single items are refused before any call succeeds, or if no single item is to
/// blame. [call] [may wait]
sdk::task<std::optional<std::vector<std::size_t>>> find_refused_items(std::size_t count, const refusal_test& test);

/// The positions below `count` that are not in the sorted list.
std::vector<std::size_t> remaining_items(std::size_t count, std::span<const std::size_t> refused);

using record_span = std::span<const record* const>;

/// The records at these positions.
std::vector<const record*> records_at(record_span records, std::span<const std::size_t> positions);

template <class Completed>
using call_about_records = std::function<sdk::task<sdk::result<Completed>>(record_span records)>;

/// A call that the provider accepted.
template <class Completed>
struct accepted_call
{
    Completed                  completed;
    std::vector<const record*> records; ///< that the call is about
    std::vector<std::size_t>   refused; ///< positions of the other ones
};

/// Makes a call about records, without those because of which the provider refuses it. Throws the error of the call,
/// also a refusal for which no single records are to blame. [call] [may wait]
template <class Completed>
sdk::task<accepted_call<Completed>> call_without_refused(record_span                          records,
                                                         const call_about_records<Completed>& try_call)
{
    std::vector<const record*> accepted{records.begin(), records.end()};
    std::vector<std::size_t>   refused;
    auto                       completed = co_await try_call(accepted);
    if (!completed && is_refusal(completed.error()) && records.size() > 1)
    {
        const refusal_test test = [&](std::span<const std::size_t> positions) -> sdk::task<bool> {
            const auto part    = records_at(records, positions);
            const auto outcome = co_await try_call(part);
            if (!outcome && !is_refusal(outcome.error())) throw sdk::error{outcome.error()};
            co_return !outcome;
        };
        auto found = co_await find_refused_items(records.size(), test);
        if (!found) throw std::move(completed).error();
        refused   = std::move(*found);
        accepted  = records_at(records, remaining_items(records.size(), refused));
        completed = co_await try_call(accepted);
    }
    if (!completed) throw std::move(completed).error();
    co_return accepted_call<Completed>{std::move(*completed), std::move(accepted), std::move(refused)};
}

} // namespace verbatim::feedback
