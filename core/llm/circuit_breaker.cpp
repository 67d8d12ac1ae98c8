#include "llm/circuit_breaker.hpp"

#include <algorithm>

namespace verbatim::core::llm {

void failure_window::add(bool has_failed, time_point now) noexcept
{
    advance_to(std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count());
    for (auto* sum : {&seconds_[static_cast<std::size_t>(newest_ % length.count())], &total_})
    {
        ++sum->attempts;
        sum->failures += has_failed ? 1 : 0;
    }
}

/// A time before the newest second counts in that second.
void failure_window::advance_to(std::int64_t second) noexcept
{
    if (second <= newest_) return;
    const auto expired = std::min<std::int64_t>(second - newest_, length.count());
    for (std::int64_t n = 1; n <= expired; ++n)
    {
        auto& oldest = seconds_[static_cast<std::size_t>((newest_ + n) % length.count())];
        total_.attempts -= oldest.attempts;
        total_.failures -= oldest.failures;
        oldest = {};
    }
    newest_ = second;
}

circuit_breaker::change circuit_breaker::permit::succeed(time_point now) noexcept
{
    return std::exchange(breaker_, nullptr)->succeed(generation_, now);
}

circuit_breaker::change circuit_breaker::permit::fail(sdk::failure_cause cause, time_point now) noexcept
{
    return std::exchange(breaker_, nullptr)->fail(generation_, cause, now);
}

std::optional<circuit_breaker::permit> circuit_breaker::admit(time_point now) noexcept
{
    const std::lock_guard lock{mutex_};
    if (is_suspended_)
    {
        if (is_on_trial_ || now < suspended_until_) return std::nullopt;
        is_on_trial_ = true;
    }
    return permit{*this, generation_};
}

circuit_breaker::time_point circuit_breaker::next_admission(time_point now) const noexcept
{
    constexpr std::chrono::seconds trial_check{1};
    const std::lock_guard          lock{mutex_};
    if (!is_suspended_) return now;
    return is_on_trial_ ? now + trial_check : std::max(now, suspended_until_);
}

circuit_breaker::state circuit_breaker::read_state(time_point now) const noexcept
{
    const std::lock_guard lock{mutex_};
    if (!is_suspended_) return state::closed;
    return is_on_trial_ || now >= suspended_until_ ? state::half_open : state::open;
}

std::optional<circuit_breaker::time_point> circuit_breaker::suspended_since() const noexcept
{
    const std::lock_guard lock{mutex_};
    return is_suspended_ ? std::optional{suspended_since_} : std::nullopt;
}

std::optional<sdk::failure_cause> circuit_breaker::cause() const noexcept
{
    const std::lock_guard lock{mutex_};
    return cause_;
}

circuit_breaker::change circuit_breaker::succeed(std::uint64_t generation, time_point now) noexcept
{
    const std::lock_guard lock{mutex_};
    if (generation != generation_) return {};
    if (!is_suspended_)
    {
        window_.add(false, now);
        return {};
    }
    is_suspended_ = false;
    is_on_trial_  = false;
    window_       = {};
    ++generation_;
    return {.effect = change::type::resumed};
}

circuit_breaker::change circuit_breaker::fail(std::uint64_t generation, sdk::failure_cause cause,
                                              time_point now) noexcept
{
    const std::lock_guard lock{mutex_};
    if (generation != generation_) return {};
    if (is_suspended_) return suspend(std::min(2 * suspension_, longest_suspension), cause, now);

    window_.add(true, now);
    const bool is_failing = window_.attempts() >= min_attempts && 2 * window_.failures() >= window_.attempts();
    return is_failing ? suspend(first_suspension, cause, now) : change{};
}

void circuit_breaker::release(std::uint64_t generation) noexcept
{
    const std::lock_guard lock{mutex_};
    if (generation == generation_) is_on_trial_ = false;
}

circuit_breaker::change circuit_breaker::suspend(std::chrono::seconds duration, sdk::failure_cause cause,
                                                 time_point now) noexcept
{
    if (!is_suspended_) suspended_since_ = now;
    is_suspended_    = true;
    is_on_trial_     = false;
    suspension_      = duration;
    suspended_until_ = now + duration;
    cause_           = cause;
    ++generation_;
    return {.effect = change::type::suspended, .suspension = duration};
}

} // namespace verbatim::core::llm
