#include "http/body_budget.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::http {

std::size_t body_budget::held() const
{
    const std::lock_guard lock{guard_};
    return total_ - left_;
}

/// First come, first served, so that the largest body has its turn too.
void body_budget::serve_line()
{
    while (!line_.empty() && line_.front().bytes_ <= left_)
    {
        auto& next = line_.front();
        line_.pop_front();
        left_ -= next.bytes_;
        next.has_room_.store(true, std::memory_order_release);
        next.ready_();
    }
}

body_place::body_place(std::shared_ptr<body_budget> of, std::size_t bytes, std::function<void()> ready)
    : of_{std::move(of)}
    , bytes_{std::min(bytes, of_->total_)}
    , ready_{std::move(ready)}
{
    const std::lock_guard lock{of_->guard_};
    if (of_->line_.empty() && bytes_ <= of_->left_)
    {
        of_->left_ -= bytes_;
        has_room_ = true;
    }
    else of_->line_.push_back(*this);
}

body_place::~body_place()
{
    const std::lock_guard lock{of_->guard_};
    if (has_room_) of_->left_ += bytes_;
    else of_->line_.erase(of_->line_.iterator_to(*this));
    of_->serve_line();
}

void body_place::shrink_to(std::size_t bytes)
{
    const std::lock_guard lock{of_->guard_};
    if (!has_room_ || bytes >= bytes_) return;
    of_->left_ += std::exchange(bytes_, bytes) - bytes;
    of_->serve_line();
}

} // namespace verbatim::core::http
