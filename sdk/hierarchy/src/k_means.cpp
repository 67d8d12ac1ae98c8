#include "k_means.hpp"

#include "dot_products.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <functional>
#include <random>
#include <span>
#include <thread>
#include <utility>

namespace verbatim::hierarchy {

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t rows_per_slice      = 512;
constexpr std::size_t sample_per_cluster  = 256;   ///< more rows hardly move a centroid
constexpr std::size_t seeds_per_cluster   = 16;    ///< rows among which first centroids are drawn
constexpr std::size_t max_training_rounds = 12;    ///< rounds; later ones move few rows
constexpr std::size_t balancing_rounds    = 5;     ///< full clusters move their neighbours to clusters with room
constexpr float       epsilon             = 1e-5f; ///< exceeds the rounding error of a product of unit vectors

Eigen::Index index(std::size_t n) noexcept { return static_cast<Eigen::Index>(n); }

std::span<const float> coordinates_of(const matrix& rows)
{
    return {rows.data(), static_cast<std::size_t>(rows.size())};
}

/// Equal numbers on all platforms, unlike the standard distributions.
class random_source
{
public:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(unit() * static_cast<double>(limit)); }
    double      unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 engine_{0x5eed};
};

} // namespace

struct k_means::state
{
    const sdk::vectors&             vectors;
    std::optional<cluster_capacity> capacity;
    random_source                   random;
    row_numbers                     rows; ///< the sample first
    std::size_t                     sample_size;
    std::vector<std::uint32_t>      nearest;          ///< centroid of each row
    std::vector<std::uint32_t>      previous_nearest; ///< of the sample, one round earlier
    matrix                          centroids;
    dot_products                    products;     ///< with the centroids
    matrix                          similarities; ///< of every row and centroid; only while balancing
    std::size_t                     round           = 0;
    std::size_t                     balanced_rounds = 0;
    bool                            training        = true;
    bool                            finished        = false;

    state(const sdk::vectors& source, row_numbers selected, std::size_t cluster_count,
          std::optional<cluster_capacity> limit)
        : vectors{source}
        , capacity{limit}
        , rows{std::move(selected)}
        , sample_size{std::min(rows.size(), cluster_count * sample_per_cluster)}
        , nearest(rows.size(), 0)
    {
        draw_to_front(sample_size);
        const auto candidate_count = std::min(sample_size, cluster_count * seeds_per_cluster);
        draw_to_front(candidate_count);
        seed(gather(0, candidate_count), cluster_count);
        std::sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(sample_size));
        training = sample_size != 0 && centroids.rows() > 1;

        // Fewer clusters than requested: the rows are too similar to limit the load.
        if (centroids.rows() < std::max(index(cluster_count), index(2))) capacity.reset();
    }

    matrix gather(std::size_t from, std::size_t to) const
    {
        const auto width = vectors.width();
        matrix     block{index(to - from), index(width)};
        for (auto n = from; n != to; ++n) vectors.read(rows[n], {block.row(index(n - from)).data(), width});
        return block;
    }

    void draw_to_front(std::size_t count)
    {
        if (count == rows.size()) return;
        for (std::size_t n = 0; n != count; ++n) std::swap(rows[n], rows[n + random.below(rows.size() - n)]);
    }

    /// k-means++: the probability of each further seed grows with its distance from the earlier ones. Stops with fewer
    /// centroids if all remaining rows equal a seed.
    void seed(const matrix& candidates, std::size_t cluster_count)
    {
        centroids.resize(index(cluster_count), index(vectors.width()));
        Eigen::VectorXf distances = Eigen::VectorXf::Ones(candidates.rows());
        Eigen::Index    count     = 0;
        while (count != centroids.rows())
        {
            const double total = distances.cast<double>().sum();
            if (!(total > 0)) break;
            centroids.row(count) = candidates.row(drawn(distances, random.unit() * total)).normalized();
            distances = distances.cwiseMin((1.0f - (candidates * centroids.row(count).transpose()).array()).matrix());
            distances = (distances.array() < epsilon).select(0.0f, distances);
            ++count;
        }
        centroids.conservativeResize(count, Eigen::NoChange);
        products = dot_products{coordinates_of(centroids), vectors.width()};
    }

    static Eigen::Index drawn(const Eigen::VectorXf& weights, double at)
    {
        Eigen::Index last = 0;
        for (Eigen::Index n = 0; n != weights.size(); ++n)
        {
            if (weights[n] <= 0) continue;
            last = n;
            at -= static_cast<double>(weights[n]);
            if (at < 0) break;
        }
        return last;
    }

    /// Writes the similarities of these rows and every centroid.
    void compare(std::size_t from, std::size_t to, float* output) const
    {
        const auto block = gather(from, to);
        products.compute(coordinates_of(block), {output, (to - from) * products.reference_count()});
    }

    std::size_t rows_of_round() const noexcept { return training ? sample_size : rows.size(); }
    bool        balancing() const noexcept { return !training && capacity; }

    /// Moves each centroid to the normalised sum of its rows; one without rows stays.
    void move()
    {
        matrix             sums = matrix::Zero(centroids.rows(), centroids.cols());
        Eigen::RowVectorXf row{centroids.cols()};
        for (std::size_t n = 0; n != rows_of_round(); ++n)
        {
            vectors.read(rows[n], {row.data(), vectors.width()});
            sums.row(nearest[n]) += row;
        }
        for (Eigen::Index n = 0; n != sums.rows(); ++n)
            if (const float length = sums.row(n).norm(); length > epsilon) centroids.row(n) = sums.row(n) / length;
        products = dot_products{coordinates_of(centroids), vectors.width()};
    }

    bool converged() const
    {
        if (previous_nearest.empty()) return false;
        std::size_t changed = 0;
        for (std::size_t n = 0; n != sample_size; ++n) changed += previous_nearest[n] != nearest[n];
        return changed * 500 <= sample_size;
    }

    void train()
    {
        const bool enough = ++round == max_training_rounds || converged();
        previous_nearest.assign(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(sample_size));
        move();
        training = !enough;
        if (balancing()) similarities.resize(index(rows.size()), centroids.rows());
    }

    void balance()
    {
        std::vector<std::size_t> sizes;
        sizes.reserve(rows.size());
        for (const auto row : rows) sizes.push_back(capacity->sizes[row]);
        nearest  = assign_with_capacity({similarities.data(), static_cast<std::size_t>(similarities.size())}, sizes,
                                        capacity->max_size);
        finished = ++balanced_rounds == balancing_rounds;
        if (finished) similarities.resize(0, 0);
        else move();
    }
};

k_means::k_means(const sdk::vectors& vectors, row_numbers rows, std::size_t cluster_count,
                 std::optional<cluster_capacity> capacity)
    : state_{std::make_unique<state>(vectors, std::move(rows), std::max<std::size_t>(cluster_count, 1), capacity)}
{}

k_means::~k_means() = default;

bool k_means::finished() const noexcept { return state_->finished; }

std::size_t k_means::slices() const noexcept { return (state_->rows_of_round() + rows_per_slice - 1) / rows_per_slice; }

void k_means::assign(std::size_t slice)
{
    auto&      s    = *state_;
    const auto from = slice * rows_per_slice;
    const auto to   = std::min(from + rows_per_slice, s.rows_of_round());
    if (s.balancing()) return s.compare(from, to, s.similarities.row(index(from)).data());

    matrix similarities{index(to - from), s.centroids.rows()};
    s.compare(from, to, similarities.data());
    for (auto n = from; n != to; ++n)
    {
        Eigen::Index best = 0;
        similarities.row(index(n - from)).maxCoeff(&best);
        s.nearest[n] = static_cast<std::uint32_t>(best);
    }
}

void k_means::next()
{
    auto& s = *state_;
    if (s.training) s.train();
    else if (s.capacity) s.balance();
    else s.finished = true;
}

std::vector<row_numbers> k_means::clusters() const
{
    const auto&              s = *state_;
    std::vector<row_numbers> clusters(static_cast<std::size_t>(s.centroids.rows()));
    for (std::size_t n = 0; n != s.rows.size(); ++n) clusters[s.nearest[n]].push_back(s.rows[n]);

    std::erase_if(clusters, [](const row_numbers& rows) { return rows.empty(); });
    for (auto& rows : clusters) std::ranges::sort(rows);
    std::ranges::sort(clusters, {}, [](const row_numbers& rows) { return rows.front(); });
    return clusters;
}

sdk::task<> run_rounds(sdk::call& call, k_means& means, std::size_t concurrency)
{
    const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> work = [&means, n] { means.assign(n); };
        co_await call.compute(work);
    };
    const std::function<void()> move = [&] { means.next(); };
    while (!means.finished())
    {
        co_await sdk::for_each_bounded(means.slices(), concurrency, slice);
        co_await call.compute(move);
    }
}

std::size_t hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

} // namespace verbatim::hierarchy
