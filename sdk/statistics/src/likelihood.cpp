#include "likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace verbatim::statistics {

namespace {

double log_likelihood(double count, double total) noexcept
{
    const auto term = [&](double part) { return part > 0 ? part * std::log(part / total) : 0; };
    return term(count) + term(total - count);
}

} // namespace

double log_likelihood_ratio(const share& part, const share& whole) noexcept
{
    const auto count = static_cast<double>(part.count), total = static_cast<double>(part.total);
    const auto all = static_cast<double>(whole.count), all_total = static_cast<double>(whole.total);
    return std::max(0.0, log_likelihood(count, total) + log_likelihood(all - count, all_total - total) -
                             log_likelihood(all, all_total));
}

void mean_fit::add(double log_likelihood) noexcept
{
    if (size_++ == 0 || log_likelihood > highest_)
    {
        sum_     = sum_ * std::exp(highest_ - log_likelihood) + 1;
        highest_ = log_likelihood;
    }
    else sum_ += std::exp(log_likelihood - highest_);
}

double mean_fit::value() const noexcept
{
    return size_ == 0 ? 0 : highest_ + std::log(sum_ / static_cast<double>(size_));
}

std::vector<share> running_sums(std::span<const share> periods)
{
    std::vector<share> sums{share{}};
    for (const auto& [count, total] : periods)
    {
        if (count > total) throw std::invalid_argument{"a count must not exceed its total"};
        if (total > std::numeric_limits<std::uint64_t>::max() - sums.back().total)
            throw std::invalid_argument{"the sum of the totals must be below 2^64"};
        sums.push_back({sums.back().count + count, sums.back().total + total});
    }
    return sums;
}

} // namespace verbatim::statistics
