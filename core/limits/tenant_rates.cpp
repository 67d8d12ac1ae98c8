#include "limits/tenant_rates.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace verbatim::core::limits {

namespace {

std::size_t slot_of(std::int64_t second, std::int64_t slots) { return static_cast<std::size_t>(second % slots); }

} // namespace

void minute_window::advance(time_point now) noexcept
{
    const auto current = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    const auto first   = std::max(last_ + 1, current - seconds + 1);
    for (auto second = first; second <= current; ++second)
        total_ -= std::exchange(amounts_[slot_of(second, seconds)], 0);
    last_ = std::max(last_, current);
}

void minute_window::add(std::int64_t amount, time_point now) noexcept
{
    advance(now);
    amounts_[slot_of(last_, seconds)] += amount;
    total_ += amount;
}

std::int64_t minute_window::sum(time_point now) noexcept
{
    advance(now);
    return total_;
}

std::chrono::seconds minute_window::wait_below(std::int64_t limit, time_point now) noexcept
{
    advance(now);
    auto left = total_;
    for (std::int64_t wait = 0; wait != seconds; ++wait)
    {
        if (left < limit) return std::chrono::seconds{wait};
        left -= amounts_[slot_of(last_ + 1 + wait, seconds)];
    }
    return std::chrono::seconds{seconds};
}

std::optional<refusal> tenant_rates::refusal_of_request(const tenant_limits& limits, time_point now) noexcept
{
    if (!limits.requests_per_minute) return std::nullopt;
    const auto wait = requests_.wait_below(*limits.requests_per_minute, now);
    return wait > wait.zero() ? std::optional{refusal{limit_kind::requests_per_minute, wait}} : std::nullopt;
}

std::optional<refusal> tenant_rates::refusal_of_call(const tenant_limits& limits, time_point now) noexcept
{
    if (limits.tokens_per_minute)
        if (const auto wait = tokens_.wait_below(*limits.tokens_per_minute, now); wait > wait.zero())
            return refusal{limit_kind::tokens_per_minute, wait};
    if (limits.calls_in_flight && calls_ >= *limits.calls_in_flight) return refusal{limit_kind::calls_in_flight};
    return std::nullopt;
}

std::optional<refusal> tenant_rates::admit(const tenant_limits& limits, time_point now)
{
    const std::lock_guard lock{mutex_};
    auto                  refused = refusal_of_request(limits, now);
    if (!refused) refused = refusal_of_call(limits, now);
    if (refused) return refused;
    requests_.add(1, now);
    ++calls_;
    return std::nullopt;
}

std::optional<refusal> tenant_rates::count_request(const tenant_limits& limits, time_point now)
{
    const std::lock_guard lock{mutex_};
    if (auto refused = refusal_of_request(limits, now)) return refused;
    requests_.add(1, now);
    return std::nullopt;
}

std::optional<refusal> tenant_rates::admit_stored(const tenant_limits& limits, time_point now)
{
    const std::lock_guard lock{mutex_};
    if (auto refused = refusal_of_call(limits, now)) return refused;
    ++calls_;
    return std::nullopt;
}

void tenant_rates::end_call() noexcept
{
    const std::lock_guard lock{mutex_};
    --calls_;
}

void tenant_rates::add_tokens(std::int64_t tokens, time_point now) noexcept
{
    const std::lock_guard lock{mutex_};
    tokens_.add(tokens, now);
}

tenant_rates::totals tenant_rates::read(time_point now)
{
    const std::lock_guard lock{mutex_};
    return {.requests      = requests_.sum(now),
            .tokens        = tokens_.sum(now),
            .calls         = calls_,
            .requests_wait = requests_.wait_below(1, now),
            .tokens_wait   = tokens_.wait_below(1, now)};
}

} // namespace verbatim::core::limits
