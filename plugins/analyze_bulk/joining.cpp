#include "joining.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t groups_per_slice = 16;
constexpr std::size_t asked_of_a_group = 256; ///< more rows hardly move a centroid

Eigen::Index index(std::size_t n) noexcept { return static_cast<Eigen::Index>(n); }

matrix centroids_of(const sdk::vectors& near, std::span<const rows> groups)
{
    matrix             sums = matrix::Zero(index(groups.size()), index(near.width()));
    Eigen::RowVectorXf row{index(near.width())};
    for (std::size_t n = 0; n != groups.size(); ++n)
    {
        const auto step = groups[n].size() / asked_of_a_group + 1;
        for (std::size_t at = 0; at < groups[n].size(); at += step)
        {
            near.read(groups[n][at], {row.data(), near.width()});
            sums.row(index(n)) += row;
        }
    }
    for (Eigen::Index n = 0; n != sums.rows(); ++n)
        if (const float length = sums.row(n).norm(); length > 0) sums.row(n) /= length;
    return sums;
}

/// The nearest large group that was found for a small one.
struct candidate
{
    float       like  = -std::numeric_limits<float>::infinity();
    std::size_t group = 0;
};

} // namespace

struct joining::state
{
    const sdk::vectors&                 near;
    std::vector<rows>                   large;
    std::vector<rows>                   small;
    matrix                              centroids; ///< of the small ones
    std::vector<std::vector<candidate>> found;     ///< by slice, for each small one
};

joining::joining(const sdk::vectors& near, std::vector<rows> groups, std::size_t smallest)
    : state_{std::make_unique<state>(state{.near = near, .large = {}, .small = {}, .centroids = {}, .found = {}})}
{
    auto& s = *state_;
    for (auto& one : groups) (one.size() < smallest ? s.small : s.large).push_back(std::move(one));
    if (s.small.empty() || s.large.empty()) return;
    s.centroids = centroids_of(near, s.small);
    s.found.resize((s.large.size() + groups_per_slice - 1) / groups_per_slice);
}

joining::~joining() = default;

std::size_t joining::slices() const noexcept { return state_->found.size(); }

void joining::look(std::size_t slice)
{
    auto&        s    = *state_;
    const auto   from = slice * groups_per_slice;
    const auto   some = std::span{s.large}.subspan(from, std::min(groups_per_slice, s.large.size() - from));
    const matrix like = s.centroids * centroids_of(s.near, some).transpose();
    for (Eigen::Index n = 0; n != like.rows(); ++n)
    {
        Eigen::Index best = 0;
        const float  how  = like.row(n).maxCoeff(&best);
        s.found[slice].push_back({how, from + static_cast<std::size_t>(best)});
    }
}

std::vector<rows> joining::joined()
{
    auto& s = *state_;
    if (s.found.empty()) return s.large.empty() ? std::move(s.small) : std::move(s.large);

    for (std::size_t n = 0; n != s.small.size(); ++n)
    {
        candidate best;
        for (const auto& slice : s.found)
            if (slice[n].like > best.like) best = slice[n];
        auto& into = s.large[best.group];
        into.insert(into.end(), s.small[n].begin(), s.small[n].end());
    }
    for (auto& one : s.large) std::ranges::sort(one);
    return std::move(s.large);
}

} // namespace verbatim::analyze_bulk
