#include "verbatim/hierarchy/clustering.hpp"

#include "k_means.hpp"
#include "merge_small_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace verbatim::hierarchy {

namespace {

/// Up to this many centroids are compared with every row at once; for more, rows are partitioned first.
constexpr std::size_t direct_comparisons = 64;

/// Levels of partitioning. Each costs rows times the square root of groups. A partition that is still too large after
/// all levels is cut by date.
constexpr std::size_t max_depth = 3;

/// Reserves a twentieth of each group. Without slack the last rows to be assigned end up in distant groups.
constexpr std::size_t with_slack(std::size_t sum) { return sum + sum / 19; }

std::size_t ceil_sqrt(std::size_t n) { return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n)))); }

/// Rows that are split together.
struct partition
{
    row_numbers rows;
    std::size_t depth = 0;
};

/// Splits rows recursively until each partition is one group.
class partitioner
{
public:
    partitioner(sdk::call& call, const sdk::vectors& vectors, std::span<const std::size_t> sizes,
                const group_limits& limits)
        : call_{call}
        , vectors_{vectors}
        , sizes_{sizes}
        , limits_{limits}
        , concurrency_{hardware_threads()}
    {}

    sdk::task<std::vector<row_numbers>> run(row_numbers rows)
    {
        direct_comparisons_ = std::max(direct_comparisons, 2 * ceil_sqrt(group_count(rows)));
        std::vector<partition> level;
        if (!rows.empty()) level.push_back({std::move(rows), 0});
        while (!level.empty())
        {
            std::vector<std::vector<row_numbers>>         children(level.size());
            const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
                children[n] = co_await split(level[n], level.size() == 1 ? concurrency_ : 1);
            };
            co_await sdk::for_each_bounded(level.size(), concurrency_, step);
            level = collect(level, std::move(children));
        }
        co_return std::move(groups_);
    }

private:
    std::size_t size_of(const row_numbers& rows) const
    {
        std::size_t sum = 0;
        for (const auto row : rows) sum += sizes_[row];
        return sum;
    }

    std::size_t group_count(const row_numbers& rows) const
    {
        // More groups cannot remain once small ones are merged.
        return std::clamp<std::size_t>(rows.size() / std::max<std::size_t>(limits_.min_size, 1), 1,
                                       limits_.budget.theme_count(with_slack(size_of(rows))));
    }

    bool is_last(const partition& part) const
    {
        return part.depth + 1 == max_depth || group_count(part.rows) <= direct_comparisons_;
    }

    /// The last split limits the size of groups: to the budget, or to an equal share if fewer groups are allowed.
    /// Earlier splits only bring similar rows together.
    std::unique_ptr<k_means> start(const partition& part) const
    {
        const auto groups = group_count(part.rows);
        if (!is_last(part)) return std::make_unique<k_means>(vectors_, part.rows, ceil_sqrt(groups));
        const auto             clusters   = std::min(groups, direct_comparisons_);
        const auto             even_share = with_slack(size_of(part.rows)) / clusters;
        const cluster_capacity capacity{.sizes = sizes_, .max_size = std::max(limits_.budget.characters(), even_share)};
        return std::make_unique<k_means>(vectors_, part.rows, clusters, capacity);
    }

    sdk::task<std::vector<row_numbers>> split(const partition& part, std::size_t concurrency)
    {
        std::unique_ptr<k_means>    means;
        const std::function<void()> seed = [&] { means = start(part); };
        co_await call_.compute(seed);
        co_await run_rounds(call_, *means, concurrency);
        std::vector<row_numbers>    clusters;
        const std::function<void()> gather = [&] { clusters = means->clusters(); };
        co_await call_.compute(gather);
        co_return clusters;
    }

    /// Collects finished groups and returns the partitions to split again.
    std::vector<partition> collect(const std::vector<partition>& level, std::vector<std::vector<row_numbers>> children)
    {
        std::vector<partition> remaining;
        for (std::size_t n = 0; n != level.size(); ++n)
            for (auto& rows : children[n])
                if (is_last(level[n]) || children[n].size() == 1 || group_count(rows) == 1)
                    groups_.push_back(std::move(rows));
                else remaining.push_back({std::move(rows), level[n].depth + 1});
        return remaining;
    }

    sdk::call&                   call_;
    const sdk::vectors&          vectors_;
    std::span<const std::size_t> sizes_;
    const group_limits&          limits_;
    const std::size_t            concurrency_;
    std::size_t                  direct_comparisons_ = direct_comparisons;
    std::vector<row_numbers>     groups_;
};

/// Rows with content and rows without (zero vectors).
struct classified_rows
{
    row_numbers              informative;
    row_numbers              blank;
    std::vector<std::size_t> sizes; ///< of all rows, in code points; 0: the row is a chunk of its own
};

classified_rows classify(const sdk::vectors& vectors, std::span<const std::size_t> characters,
                         const chunk_budget& budget)
{
    classified_rows classified;
    for (std::uint32_t n = 0; n != vectors.size(); ++n)
    {
        (vectors.is_zero(n) ? classified.blank : classified.informative).push_back(n);
        classified.sizes.push_back(budget.is_filled_by(characters[n]) ? 0 : characters[n]);
    }
    return classified;
}

/// Merges small groups into large ones.
sdk::task<std::vector<row_numbers>> merge_small_clusters(sdk::call& call, const sdk::vectors& vectors,
                                                         std::vector<row_numbers> groups, std::size_t min_size)
{
    std::unique_ptr<small_cluster_merge> merge;
    const std::function<void()>          begin = [&] {
        merge = std::make_unique<small_cluster_merge>(vectors, std::move(groups), min_size);
    };
    co_await call.compute(begin);
    const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> work = [&merge, n] { merge->compare(n); };
        co_await call.compute(work);
    };
    co_await sdk::for_each_bounded(merge->slices(), hardware_threads(), slice);
    std::vector<row_numbers>    merged;
    const std::function<void()> join = [&] { merged = merge->merged(); };
    co_await call.compute(join);
    co_return merged;
}

/// Zero vectors are a group of their own, or join the first group if either is too small.
std::vector<group> ordered_groups(std::vector<row_numbers> clusters, row_numbers blank, std::size_t min_size)
{
    const bool keep_apart = blank.size() >= min_size && (clusters.empty() || clusters[0].size() >= min_size);
    if (keep_apart || clusters.empty()) clusters.push_back(std::move(blank));
    else clusters[0].insert(clusters[0].end(), blank.begin(), blank.end());

    std::vector<group> groups;
    for (auto& rows : clusters)
    {
        if (rows.empty()) continue;
        std::ranges::sort(rows);
        groups.emplace_back(rows.begin(), rows.end());
    }
    std::ranges::sort(groups, {}, [](const group& positions) { return positions.front(); });
    return groups;
}

} // namespace

sdk::task<std::vector<group>> cluster(sdk::call& call, const sdk::vectors& vectors,
                                      std::span<const std::size_t> characters, const group_limits& limits)
{
    classified_rows             classified;
    const std::function<void()> separate = [&] { classified = classify(vectors, characters, limits.budget); };
    co_await call.compute(separate);

    std::vector<row_numbers> clusters;
    if (vectors.size() < limits.min_size) clusters.push_back(std::move(classified.informative));
    else
    {
        partitioner work{call, vectors, classified.sizes, limits};
        clusters = co_await work.run(std::move(classified.informative));
        clusters = co_await merge_small_clusters(call, vectors, std::move(clusters), limits.min_size);
    }

    std::vector<group>          groups;
    const std::function<void()> finish = [&] {
        groups = ordered_groups(std::move(clusters), std::move(classified.blank), limits.min_size);
    };
    co_await call.compute(finish);
    co_return groups;
}

} // namespace verbatim::hierarchy
