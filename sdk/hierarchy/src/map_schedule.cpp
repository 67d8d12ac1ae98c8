#include "verbatim/hierarchy/map_schedule.hpp"

#include <algorithm>

namespace verbatim::hierarchy {

namespace {

using std::chrono::seconds;

/// The time of a reduce call or a judge of the whole. Its message is up to 50 times as long as that of a map call,
/// which a model reads within seconds; its text is about as long, and writing takes most of the time.
map_schedule::duration late_call(map_schedule::duration map_call)
{
    constexpr seconds longest{120};
    return std::min<map_schedule::duration>(2 * map_call + seconds{10}, longest);
}

} // namespace

map_schedule::map_schedule(clock::time_point start, clock::time_point deadline)
    : deadline_{deadline}
    , time_{std::max(std::chrono::floor<duration>(deadline - start), duration::zero())}
{}

void map_schedule::add_call(duration elapsed) { calls_.insert(std::ranges::upper_bound(calls_, elapsed), elapsed); }

map_schedule::duration map_schedule::expected_call() const
{
    return calls_.empty() ? duration::zero() : calls_[calls_.size() * 9 / 10];
}

map_schedule::clock::time_point map_schedule::end() const
{
    if (calls_.empty()) return deadline_ - longest_reserve();
    const auto late_calls = static_cast<duration::rep>(reduce_levels_ + 1); // and the judge
    const auto reserve    = late_calls * late_call(expected_call()) + answer_reserve;
    return deadline_ - std::clamp<duration>(reserve, shortest_reserve(), longest_reserve());
}

map_schedule::clock::time_point map_schedule::latest_end() const { return deadline_ - shortest_reserve(); }

map_schedule::duration map_schedule::longest_reserve() const
{
    constexpr seconds shortest_map{20};
    return std::max(std::min<duration>(time_ / 2, time_ - shortest_map), shortest_reserve());
}

map_schedule::duration map_schedule::shortest_reserve() const { return time_ / 10; }

std::size_t reduce_levels(std::size_t count, std::size_t length, std::size_t capacity)
{
    constexpr std::size_t most   = 4;
    std::size_t           levels = 1;
    while (levels != most && count > 1 && count * length > capacity)
    {
        count = count * length / std::max<std::size_t>(capacity, 1) + 1;
        ++levels;
    }
    return levels;
}

} // namespace verbatim::hierarchy
