#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace verbatim::hierarchy {

/// Time that remains after the last model call to restore, link and send a large response.
inline constexpr std::chrono::seconds answer_reserve{5};

/// Divides the time of a hierarchical analysis between the map and the calls that follow it: an analysis of most chunks
/// is better than none. Learns the duration of a call from the map itself. Reads no clock.
class map_schedule
{
public:
    using clock    = std::chrono::steady_clock;
    using duration = std::chrono::milliseconds;

    map_schedule(clock::time_point start, clock::time_point deadline);

    void add_call(duration elapsed); ///< an answered map call
    void set_reduce_levels(std::size_t levels) { reduce_levels_ = levels; }

    /// The time that nine of ten map calls took; 0 before the first answer.
    duration expected_call() const;

    /// The least time of an attempt: before the first answer a fifth of the time, so that slow models are not cut off.
    duration min_attempt() const { return calls_.empty() ? time_ / 5 : expected_call(); }

    /// When the map ends. Never earlier than the half of the time, unless that leaves less than 20 s.
    clock::time_point end() const;

    /// An end that no estimate exceeds.
    clock::time_point latest_end() const;

    /// Whether a map call that starts now probably ends in time.
    bool may_start(clock::time_point now) const { return now + expected_call() <= end(); }

private:
    duration longest_reserve() const;
    duration shortest_reserve() const;

    clock::time_point     deadline_;
    duration              time_; ///< from the start of the map to the deadline
    std::vector<duration> calls_;
    std::size_t           reduce_levels_ = 1;
};

/// The levels of a reduce of `count` texts of `length` code points with messages of `capacity` code points.
std::size_t reduce_levels(std::size_t count, std::size_t length, std::size_t capacity);

} // namespace verbatim::hierarchy
