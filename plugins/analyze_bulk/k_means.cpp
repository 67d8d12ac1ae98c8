#include "k_means.hpp"

#include "dealing.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <random>
#include <span>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t rows_per_slice     = 512;
constexpr std::size_t sample_per_cluster = 256;   ///< more rows hardly move a centroid
constexpr std::size_t seeds_per_cluster  = 16;    ///< rows among which first centroids are drawn
constexpr std::size_t longest_training   = 12;    ///< rounds; later ones move few rows
constexpr std::size_t evening_rounds     = 5;     ///< full clusters push their neighbours where there is room
constexpr float       same               = 1e-5f; ///< more than the rounding of a product of unit vectors

Eigen::Index index(std::size_t n) noexcept { return static_cast<Eigen::Index>(n); }

/// Numbers that are the same wherever the program runs; the standard distributions are not.
class dice
{
public:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(unit() * static_cast<double>(limit)); }
    double      unit() { return static_cast<double>(source_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 source_{0x5eed};
};

} // namespace

struct k_means::state
{
    const sdk::vectors&         near;
    std::optional<cluster_load> each;
    dice                        chance;
    rows                        asked;   ///< those of the sample come first
    std::size_t                 sampled; ///< how many they are
    std::vector<std::uint32_t>  nearest; ///< centroid of each of `asked`
    std::vector<std::uint32_t>  before;  ///< the same a round earlier, of the sample
    matrix                      centroids;
    matrix                      like; ///< every row to every centroid; only while loads are evened out
    std::size_t                 round    = 0;
    std::size_t                 evened   = 0; ///< rounds
    bool                        training = true;
    bool                        settled  = false;

    state(const sdk::vectors& from, rows some, std::size_t clusters, std::optional<cluster_load> load)
        : near{from}
        , each{load}
        , asked{std::move(some)}
        , sampled{std::min(asked.size(), clusters * sample_per_cluster)}
        , nearest(asked.size(), 0)
    {
        draw_to_front(sampled);
        const auto among = std::min(sampled, clusters * seeds_per_cluster);
        draw_to_front(among);
        seed(gathered(0, among), clusters);
        std::sort(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(sampled));
        training = sampled != 0 && centroids.rows() > 1;

        // Where rows are so alike that there are fewer clusters than asked for, they cannot all be within the load.
        if (centroids.rows() < std::max(index(clusters), index(2))) each.reset();
    }

    matrix gathered(std::size_t from, std::size_t to) const
    {
        const auto width = near.width();
        matrix     block{index(to - from), index(width)};
        for (auto n = from; n != to; ++n) near.read(asked[n], {block.row(index(n - from)).data(), width});
        return block;
    }

    void draw_to_front(std::size_t count)
    {
        if (count == asked.size()) return;
        for (std::size_t n = 0; n != count; ++n) std::swap(asked[n], asked[n + chance.below(asked.size() - n)]);
    }

    /// k-means++: each further seed is drawn with a chance that grows with its distance from those before it. Rows that
    /// all equal a seed end it early, with fewer centroids.
    void seed(const matrix& among, std::size_t clusters)
    {
        centroids.resize(index(clusters), index(near.width()));
        Eigen::VectorXf away = Eigen::VectorXf::Ones(among.rows());
        Eigen::Index    made = 0;
        while (made != centroids.rows())
        {
            const double total = away.cast<double>().sum();
            if (!(total > 0)) break;
            centroids.row(made) = among.row(drawn(away, chance.unit() * total)).normalized();
            away                = away.cwiseMin((1.0f - (among * centroids.row(made).transpose()).array()).matrix());
            away                = (away.array() < same).select(0.0f, away);
            ++made;
        }
        centroids.conservativeResize(made, Eigen::NoChange);
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

    std::size_t rows_of_round() const noexcept { return training ? sampled : asked.size(); }
    bool        evening() const noexcept { return !training && each; }

    /// Each centroid is the direction of the sum of its rows; one without rows stays where it is.
    void move()
    {
        matrix             sums = matrix::Zero(centroids.rows(), centroids.cols());
        Eigen::RowVectorXf row{centroids.cols()};
        for (std::size_t n = 0; n != rows_of_round(); ++n)
        {
            near.read(asked[n], {row.data(), near.width()});
            sums.row(nearest[n]) += row;
        }
        for (Eigen::Index n = 0; n != sums.rows(); ++n)
            if (const float length = sums.row(n).norm(); length > same) centroids.row(n) = sums.row(n) / length;
    }

    bool hardly_changed() const
    {
        if (before.empty()) return false;
        std::size_t changed = 0;
        for (std::size_t n = 0; n != sampled; ++n) changed += before[n] != nearest[n];
        return changed * 500 <= sampled;
    }

    void train()
    {
        const bool enough = ++round == longest_training || hardly_changed();
        before.assign(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(sampled));
        move();
        training = !enough;
        if (evening()) like.resize(index(asked.size()), centroids.rows());
    }

    void even_out()
    {
        std::vector<std::size_t> sizes;
        sizes.reserve(asked.size());
        for (const auto row : asked) sizes.push_back(each->sizes[row]);
        nearest = dealt({like.data(), static_cast<std::size_t>(like.size())}, sizes, each->most);
        settled = ++evened == evening_rounds;
        if (settled) like.resize(0, 0);
        else move();
    }
};

k_means::k_means(const sdk::vectors& near, rows some, std::size_t clusters, std::optional<cluster_load> each)
    : state_{std::make_unique<state>(near, std::move(some), std::max<std::size_t>(clusters, 1), each)}
{}

k_means::~k_means() = default;

bool k_means::settled() const noexcept { return state_->settled; }

std::size_t k_means::slices() const noexcept { return (state_->rows_of_round() + rows_per_slice - 1) / rows_per_slice; }

void k_means::assign(std::size_t slice)
{
    auto&        s    = *state_;
    const auto   from = slice * rows_per_slice;
    const auto   to   = std::min(from + rows_per_slice, s.rows_of_round());
    const matrix like = s.gathered(from, to) * s.centroids.transpose();
    if (s.evening())
    {
        s.like.middleRows(index(from), index(to - from)) = like;
        return;
    }
    for (auto n = from; n != to; ++n)
    {
        Eigen::Index best = 0;
        like.row(index(n - from)).maxCoeff(&best);
        s.nearest[n] = static_cast<std::uint32_t>(best);
    }
}

void k_means::next()
{
    auto& s = *state_;
    if (s.training) s.train();
    else if (s.each) s.even_out();
    else s.settled = true;
}

std::vector<rows> k_means::parts() const
{
    const auto&       s = *state_;
    std::vector<rows> found(static_cast<std::size_t>(s.centroids.rows()));
    for (std::size_t n = 0; n != s.asked.size(); ++n) found[s.nearest[n]].push_back(s.asked[n]);

    std::erase_if(found, [](const rows& one) { return one.empty(); });
    for (auto& one : found) std::ranges::sort(one);
    std::ranges::sort(found, {}, [](const rows& one) { return one.front(); });
    return found;
}

} // namespace verbatim::analyze_bulk
