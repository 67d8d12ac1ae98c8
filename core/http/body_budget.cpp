#include "http/body_budget.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::http {

std::size_t body_budget::reserved() const
{
    const std::lock_guard lock{mutex_};
    return total_ - available_;
}

/// In the order of arrival, so that large bodies are not overtaken forever.
void body_budget::grant_waiting()
{
    while (!waiting_.empty() && waiting_.front().bytes_ <= available_)
    {
        auto& next = waiting_.front();
        waiting_.pop_front();
        available_ -= next.bytes_;
        next.granted_.store(true, std::memory_order_release);
        next.on_granted_();
    }
}

body_reservation::body_reservation(std::shared_ptr<body_budget> budget, std::size_t bytes,
                                   std::function<void()> on_granted)
    : budget_{std::move(budget)}
    , bytes_{std::min(bytes, budget_->total_)}
    , on_granted_{std::move(on_granted)}
{
    const std::lock_guard lock{budget_->mutex_};
    if (budget_->waiting_.empty() && bytes_ <= budget_->available_)
    {
        budget_->available_ -= bytes_;
        granted_ = true;
    }
    else budget_->waiting_.push_back(*this);
}

body_reservation::~body_reservation()
{
    const std::lock_guard lock{budget_->mutex_};
    if (granted_) budget_->available_ += bytes_;
    else budget_->waiting_.erase(budget_->waiting_.iterator_to(*this));
    budget_->grant_waiting();
}

void body_reservation::shrink_to(std::size_t bytes)
{
    const std::lock_guard lock{budget_->mutex_};
    if (!granted_ || bytes >= bytes_) return;
    budget_->available_ += std::exchange(bytes_, bytes) - bytes;
    budget_->grant_waiting();
}

} // namespace verbatim::core::http
