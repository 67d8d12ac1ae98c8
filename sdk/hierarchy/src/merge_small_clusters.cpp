#include "merge_small_clusters.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace verbatim::hierarchy {

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t groups_per_slice = 16;
constexpr std::size_t sampled_rows     = 256; ///< more rows hardly move a centroid

Eigen::Index index(std::size_t n) noexcept { return static_cast<Eigen::Index>(n); }

matrix centroids_of(const sdk::vectors& vectors, std::span<const row_numbers> groups)
{
    matrix             sums = matrix::Zero(index(groups.size()), index(vectors.width()));
    Eigen::RowVectorXf row{index(vectors.width())};
    for (std::size_t n = 0; n != groups.size(); ++n)
    {
        const auto step = groups[n].size() / sampled_rows + 1;
        for (std::size_t at = 0; at < groups[n].size(); at += step)
        {
            vectors.read(groups[n][at], {row.data(), vectors.width()});
            sums.row(index(n)) += row;
        }
    }
    for (Eigen::Index n = 0; n != sums.rows(); ++n)
        if (const float length = sums.row(n).norm(); length > 0) sums.row(n) /= length;
    return sums;
}

/// The large group nearest to a small one.
struct nearest_group
{
    float       similarity = -std::numeric_limits<float>::infinity();
    std::size_t group      = 0;
};

} // namespace

struct small_cluster_merge::state
{
    const sdk::vectors&                     vectors;
    std::vector<row_numbers>                large;
    std::vector<row_numbers>                small;
    matrix                                  centroids; ///< of the small groups
    std::vector<std::vector<nearest_group>> nearest;   ///< by slice, then by small group
};

small_cluster_merge::small_cluster_merge(const sdk::vectors& vectors, std::vector<row_numbers> groups,
                                         std::size_t min_size)
    : state_{
          std::make_unique<state>(state{.vectors = vectors, .large = {}, .small = {}, .centroids = {}, .nearest = {}})}
{
    auto& s = *state_;
    for (auto& rows : groups) (rows.size() < min_size ? s.small : s.large).push_back(std::move(rows));
    if (s.small.empty() || s.large.empty()) return;
    s.centroids = centroids_of(vectors, s.small);
    s.nearest.resize((s.large.size() + groups_per_slice - 1) / groups_per_slice);
}

small_cluster_merge::~small_cluster_merge() = default;

std::size_t small_cluster_merge::slices() const noexcept { return state_->nearest.size(); }

void small_cluster_merge::compare(std::size_t slice)
{
    auto&        s            = *state_;
    const auto   from         = slice * groups_per_slice;
    const auto   groups       = std::span{s.large}.subspan(from, std::min(groups_per_slice, s.large.size() - from));
    const matrix similarities = s.centroids * centroids_of(s.vectors, groups).transpose();
    for (Eigen::Index n = 0; n != similarities.rows(); ++n)
    {
        Eigen::Index best       = 0;
        const float  similarity = similarities.row(n).maxCoeff(&best);
        s.nearest[slice].push_back({similarity, from + static_cast<std::size_t>(best)});
    }
}

std::vector<row_numbers> small_cluster_merge::merged()
{
    auto& s = *state_;
    if (s.nearest.empty()) return s.large.empty() ? std::move(s.small) : std::move(s.large);

    for (std::size_t n = 0; n != s.small.size(); ++n)
    {
        nearest_group best;
        for (const auto& slice : s.nearest)
            if (slice[n].similarity > best.similarity) best = slice[n];
        auto& target = s.large[best.group];
        target.insert(target.end(), s.small[n].begin(), s.small[n].end());
    }
    for (auto& rows : s.large) std::ranges::sort(rows);
    return std::move(s.large);
}

} // namespace verbatim::hierarchy
