#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::core::usage {

/// Values in several sorted runs, ranked as if they were one. None of the runs is empty; none is copied.
template <class Value>
class ranks
{
public:
    void add(std::span<const Value> sorted)
    {
        if (sorted.empty()) return;
        least_ = runs_.empty() ? sorted.front() : std::min(least_, sorted.front());
        most_  = runs_.empty() ? sorted.back() : std::max(most_, sorted.back());
        size_ += sorted.size();
        runs_.push_back(sorted);
    }

    std::size_t size() const noexcept { return size_; }
    Value       least() const noexcept { return least_; }
    Value       most() const noexcept { return most_; }

    /// The value before which `rank` others stand.
    Value at(std::size_t rank) const
    {
        if (runs_.size() == 1) return runs_.front()[rank];
        // The least value that more than `rank` values do not exceed. Halving the range of values takes as many steps
        // as it has bits, some fifteen for tokens and milliseconds.
        Value low  = least_;
        Value high = most_;
        while (low < high)
        {
            const Value middle = low + (high - low) / 2;
            if (not_above(middle) > rank) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /// Continuous, with linear interpolation: contract 11.3. There is at least one value.
    double percentile(double share) const
    {
        const double rank  = share * static_cast<double>(size_ - 1);
        const auto   below = static_cast<std::size_t>(rank);
        const double past  = rank - static_cast<double>(below);
        const auto   low   = at(below);
        const auto   high  = past > 0 ? at(below + 1) : low;
        return static_cast<double>(low) + past * (static_cast<double>(high) - static_cast<double>(low));
    }

private:
    std::size_t not_above(Value value) const
    {
        std::size_t count = 0;
        for (const auto run : runs_)
            count += static_cast<std::size_t>(std::upper_bound(run.begin(), run.end(), value) - run.begin());
        return count;
    }

    std::vector<std::span<const Value>> runs_;
    std::size_t                         size_  = 0;
    Value                               least_ = 0;
    Value                               most_  = 0;
};

} // namespace verbatim::core::usage
