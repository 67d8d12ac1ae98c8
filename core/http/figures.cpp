#include "http/figures.hpp"

namespace verbatim::core::http {

population::place population::enter()
{
    constexpr std::size_t doorstep =
        64; // told "overloaded" at one time; more would let refusals exhaust what they protect
    const std::lock_guard lock{guard_};
    if (count_ >= limit_ + doorstep) return place::none;
    return ++count_ <= limit_ ? place::seat : place::doorstep;
}

void population::leave()
{
    const std::lock_guard lock{guard_};
    if (--count_ == 0) left_.notify_all();
}

std::size_t population::count() const
{
    const std::lock_guard lock{guard_};
    return count_;
}

bool population::wait_until_empty(std::chrono::steady_clock::time_point until)
{
    std::unique_lock lock{guard_};
    return left_.wait_until(lock, until, [this] { return count_ == 0; });
}

} // namespace verbatim::core::http
