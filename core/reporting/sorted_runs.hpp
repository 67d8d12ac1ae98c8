#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::core::reporting {

/// Several sorted runs of values, ranked as one sequence without copying them.
template <class Value>
class sorted_runs
{
public:
    void add(std::span<const Value> run)
    {
        if (run.empty()) return;
        min_ = runs_.empty() ? run.front() : std::min(min_, run.front());
        max_ = runs_.empty() ? run.back() : std::max(max_, run.back());
        size_ += run.size();
        runs_.push_back(run);
    }

    std::size_t size() const noexcept { return size_; }
    Value       min() const noexcept { return min_; }
    Value       max() const noexcept { return max_; }

    /// The value at this rank, counted from 0; `rank` is less than size().
    Value at(std::size_t rank) const
    {
        if (runs_.size() == 1) return runs_.front()[rank];
        // The smallest value for which count_up_to() is more than `rank`, by bisection of the value range: about
        // fifteen steps for tokens and milliseconds.
        Value low  = min_;
        Value high = max_;
        while (low < high)
        {
            const Value middle = low + (high - low) / 2;
            if (count_up_to(middle) > rank) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /// With linear interpolation, as percentile_cont of SQL. There is at least one value.
    double percentile(double fraction) const
    {
        const double rank  = fraction * static_cast<double>(size_ - 1);
        const auto   below = static_cast<std::size_t>(rank);
        const double past  = rank - static_cast<double>(below);
        const auto   low   = at(below);
        const auto   high  = past > 0 ? at(below + 1) : low;
        return static_cast<double>(low) + past * (static_cast<double>(high) - static_cast<double>(low));
    }

private:
    /// Number of values that are at most `value`.
    std::size_t count_up_to(Value value) const
    {
        std::size_t count = 0;
        for (const auto run : runs_)
            count += static_cast<std::size_t>(std::upper_bound(run.begin(), run.end(), value) - run.begin());
        return count;
    }

    std::vector<std::span<const Value>> runs_;
    std::size_t                         size_ = 0;
    Value                               min_  = 0;
    Value                               max_  = 0;
};

} // namespace verbatim::core::reporting
