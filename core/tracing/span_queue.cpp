#include "tracing/span_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::core::tracing {

span_queue::span_queue(std::size_t capacity)
    : capacity_{capacity}
{}

std::size_t span_queue::add(span ended) noexcept
{
    try
    {
        const std::scoped_lock lock{mutex_};
        if (spans_.size() < capacity_)
        {
            spans_.push_back(std::move(ended));
            return spans_.size();
        }
    }
    catch (...) // out of memory: counted below
    {}
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return 0;
}

std::vector<span> span_queue::take(std::size_t limit)
{
    const std::scoped_lock lock{mutex_};
    const auto             end = spans_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, spans_.size()));
    std::vector<span>      oldest{std::make_move_iterator(spans_.begin()), std::make_move_iterator(end)};
    spans_.erase(spans_.begin(), end);
    return oldest;
}

std::size_t span_queue::size() const noexcept
{
    const std::scoped_lock lock{mutex_};
    return spans_.size();
}

} // namespace verbatim::core::tracing
