#include "verbatim/hierarchy/record_map.hpp"

#include "dot_products.hpp"
#include "k_means.hpp"
#include "landmark_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace verbatim::hierarchy {

namespace {

constexpr std::size_t dimensions     = 32;    ///< of reduced rows
constexpr std::size_t fitted_rows    = 2'048; ///< for the principal axes; more hardly move them
constexpr std::size_t rows_per_slice = 1'024;
constexpr float       least_length   = 1e-3f; ///< of a row from the mean; less is rounding

constexpr std::size_t max_landmarks     = 512;
constexpr std::size_t clustered_rows    = 4'096; ///< for the landmarks
constexpr std::size_t nearest_count     = 8;     ///< landmarks between which a row is placed
constexpr float       nearest_sharpness = 3;
constexpr float       farthest_places   = 3;     ///< of these from the nearest one, in usual distances of landmarks
constexpr float       group_weight      = 0.5f;  ///< of the groups of a row, relative to its coordinates
constexpr double      outlier_share     = 0.001; ///< rows beyond either end of an axis, which are drawn at its end

/// Up to `count` rows for which `is_usable` holds, evenly spread.
template <class Usable>
row_numbers sample_of(std::size_t size, std::size_t count, Usable is_usable)
{
    row_numbers usable;
    for (std::size_t n = 0; n != size; ++n)
        if (is_usable(n)) usable.push_back(static_cast<std::uint32_t>(n));
    if (usable.size() <= count) return usable;
    row_numbers sample;
    for (std::size_t n = 0; n != count; ++n) sample.push_back(usable[n * usable.size() / count]);
    return sample;
}

/// Runs `work(from, to)` on slices of rows, on all threads of the pool.
sdk::task<> for_each_slice(sdk::call& call, std::size_t rows, const std::function<void(std::size_t, std::size_t)>& work)
{
    const std::function<sdk::task<>(std::size_t)> slice = [&](std::size_t n) -> sdk::task<> {
        const std::function<void()> step = [&work, rows, n] {
            work(n * rows_per_slice, std::min(rows, (n + 1) * rows_per_slice));
        };
        co_await call.compute(step);
    };
    co_await sdk::for_each_bounded((rows + rows_per_slice - 1) / rows_per_slice, hardware_threads(), slice);
}

principal_axes fit(const sdk::vectors& vectors)
{
    const auto rows = sample_of(vectors.size(), fitted_rows, [&](std::size_t n) { return !vectors.is_zero(n); });
    row_matrix sample{static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(vectors.width())};
    for (std::size_t n = 0; n != rows.size(); ++n)
        vectors.read(rows[n], {sample.row(static_cast<Eigen::Index>(n)).data(), vectors.width()});
    return find_principal_axes(sample, dimensions);
}

/// The groups of each row, one after the other.
class group_lists
{
public:
    group_lists(std::size_t rows, std::span<const std::vector<std::size_t>> groups)
        : ends_(rows + 1, 0)
    {
        for (const auto& group : groups)
            for (const auto row : group) ++ends_[row + 1];
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
        groups_.resize(ends_.back());
        auto next = ends_;
        for (std::size_t n = 0; n != groups.size(); ++n)
            for (const auto row : groups[n]) groups_[next[row]++] = static_cast<std::uint32_t>(n);
    }

    std::span<const std::uint32_t> of(std::size_t row) const
    {
        return std::span{groups_}.subspan(ends_[row], ends_[row + 1] - ends_[row]);
    }

private:
    std::vector<std::size_t>   ends_;
    std::vector<std::uint32_t> groups_;
};

/// The coordinate of each of `count` groups of a row: all together have the length group_weight.
float weight_of(std::size_t count) { return count == 0 ? 0.0f : group_weight / std::sqrt(static_cast<float>(count)); }

/// Places rows by landmarks. A row and a landmark have the reduced coordinates, then one for each group.
class map_maker
{
public:
    map_maker(const sdk::vectors& reduced, std::span<const std::vector<std::size_t>> groups)
        : reduced_{reduced}
        , groups_{reduced.size(), groups}
        , group_count_{groups.size()}
        , sample_{sample_of(reduced.size(), clustered_rows,
                            [&](std::size_t n) { return !reduced.is_zero(n) || !groups_.of(n).empty(); })}
        , sampled_{sample_.size(), width()}
        , points_(reduced.size())
    {
        std::vector<float> row(width());
        for (std::size_t n = 0; n != sample_.size(); ++n)
        {
            std::ranges::fill(row, 0.0f);
            reduced.read(sample_[n], std::span{row}.first(reduced.width()));
            const auto own = groups_.of(sample_[n]);
            for (const auto group : own) row[reduced.width() + group] = weight_of(own.size());
            sampled_.set(n, row);
        }
    }

    std::unique_ptr<k_means> clusters() const
    {
        row_numbers rows(sample_.size());
        std::iota(rows.begin(), rows.end(), 0u);
        const auto count = std::min(max_landmarks, rows.size());
        return std::make_unique<k_means>(sampled_, std::move(rows), count);
    }

    std::unique_ptr<landmark_layout> layout(const k_means& means)
    {
        const auto clusters = means.clusters();
        landmarks_          = row_matrix::Zero(static_cast<Eigen::Index>(clusters.size()), index(width()));
        Eigen::RowVectorXf row{index(width())};
        for (std::size_t n = 0; n != clusters.size(); ++n)
        {
            for (const auto member : clusters[n])
            {
                sampled_.read(member, {row.data(), width()});
                landmarks_.row(index(n)) += row;
            }
            landmarks_.row(index(n)).normalize();
        }
        const row_matrix coordinates = landmarks_.leftCols(index(reduced_.width()));
        products_ = dot_products{{coordinates.data(), static_cast<std::size_t>(coordinates.size())}, reduced_.width()};
        by_group_ = landmarks_.rightCols(index(group_count_)).transpose();
        return std::make_unique<landmark_layout>(
            std::span{landmarks_.data(), static_cast<std::size_t>(landmarks_.size())}, width());
    }

    /// Before place().
    void set_places(std::vector<plane_point> landmarks)
    {
        places_of_landmarks_ = std::move(landmarks);
        const float distance = farthest_places * usual_distance(places_of_landmarks_);
        reach_               = std::max(2 * distance * distance, std::numeric_limits<float>::min());
    }

    void place(std::size_t from, std::size_t to)
    {
        const auto         count = places_of_landmarks_.size();
        std::vector<float> rows((to - from) * reduced_.width());
        for (auto n = from; n != to; ++n)
            reduced_.read(n, std::span{rows}.subspan((n - from) * reduced_.width(), reduced_.width()));
        std::vector<float> similarities((to - from) * count);
        products_.compute(rows, similarities);
        for (auto n = from; n != to; ++n)
        {
            const auto                     own = groups_.of(n);
            Eigen::Map<Eigen::RowVectorXf> row{similarities.data() + (n - from) * count, index(count)};
            for (const auto group : own) row += weight_of(own.size()) * by_group_.row(group);
            if (!reduced_.is_zero(n) || !own.empty())
                points_[n] = between({similarities.data() + (n - from) * count, count});
        }
    }

    std::vector<map_place> places() const
    {
        const auto             xs = axis(&plane_point::x);
        const auto             ys = axis(&plane_point::y);
        std::vector<map_place> places(points_.size());
        for (std::size_t n = 0; n != places.size(); ++n)
            if (points_[n]) places[n] = {xs(points_[n]->x), ys(points_[n]->y)};
        return places;
    }

private:
    static Eigen::Index index(std::size_t n) noexcept { return static_cast<Eigen::Index>(n); }
    std::size_t         width() const noexcept { return reduced_.width() + group_count_; }

    static float squared_distance(plane_point a, plane_point b)
    {
        return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
    }

    /// The median distance of a landmark from the nearest other one.
    static float usual_distance(std::span<const plane_point> landmarks)
    {
        if (landmarks.size() < 2) return 0;
        std::vector<float> distances;
        for (std::size_t n = 0; n != landmarks.size(); ++n)
        {
            float nearest = std::numeric_limits<float>::infinity();
            for (std::size_t m = 0; m != landmarks.size(); ++m)
                if (m != n) nearest = std::min(nearest, squared_distance(landmarks[n], landmarks[m]));
            distances.push_back(nearest);
        }
        const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
        std::ranges::nth_element(distances, middle);
        return std::sqrt(*middle);
    }

    /// The mean of the nearest landmarks. The weights fall from the nearest to the farthest of them, and with the
    /// distance in the plane, so that a row is not between two distant places.
    plane_point between(std::span<const float> similarities) const
    {
        const auto&                              landmarks = places_of_landmarks_;
        const auto                               count     = std::min(nearest_count, similarities.size());
        std::array<std::uint32_t, nearest_count> nearest{};
        std::size_t                              found = 0;
        for (std::uint32_t n = 0; n != similarities.size(); ++n)
        {
            if (found == count && !(similarities[n] > similarities[nearest[count - 1]])) continue;
            auto at = found == count ? count - 1 : found++;
            for (; at != 0 && similarities[n] > similarities[nearest[at - 1]]; --at) nearest[at] = nearest[at - 1];
            nearest[at] = n;
        }
        const float best  = similarities[nearest[0]];
        const float range = std::max(best - similarities[nearest[count - 1]], 1e-6f);
        plane_point sum;
        float       weights = 0;
        for (std::size_t n = 0; n != count; ++n)
        {
            const auto  landmark = nearest[n];
            const float weight   = std::exp(-nearest_sharpness * (best - similarities[landmark]) / range -
                                            squared_distance(landmarks[landmark], landmarks[nearest[0]]) / reach_);
            sum.x += weight * landmarks[landmark].x;
            sum.y += weight * landmarks[landmark].y;
            weights += weight;
        }
        return {sum.x / weights, sum.y / weights};
    }

    /// From a coordinate in the plane to one of the map.
    std::function<std::uint16_t(float)> axis(float plane_point::*coordinate) const
    {
        std::vector<float> values;
        for (const auto& point : points_)
            if (point) values.push_back(*point.*coordinate);
        if (values.empty()) return [](float) { return map_place{}.x; };
        const auto outliers = static_cast<std::ptrdiff_t>(outlier_share * static_cast<double>(values.size()));
        std::ranges::nth_element(values, values.begin() + outliers);
        const float low = values[static_cast<std::size_t>(outliers)];
        std::ranges::nth_element(values, values.end() - 1 - outliers);
        const float high = *(values.end() - 1 - outliers);
        if (!(high > low)) return [](float) { return map_place{}.x; };
        return [low, scale = map_size / (high - low)](float value) {
            return static_cast<std::uint16_t>(std::clamp(std::round((value - low) * scale), 0.0f, float{map_size}));
        };
    }

    const sdk::vectors&                     reduced_;
    const group_lists                       groups_;
    const std::size_t                       group_count_;
    const row_numbers                       sample_;
    sdk::vectors                            sampled_;
    row_matrix                              landmarks_;
    row_matrix                              by_group_; ///< their coordinates of each group
    dot_products                            products_; ///< with their reduced coordinates
    std::vector<plane_point>                places_of_landmarks_;
    float                                   reach_ = 1; ///< divisor of squared distances
    std::vector<std::optional<plane_point>> points_;    ///< none: a row without a difference from others
};

} // namespace

sdk::task<sdk::vectors> reduce_dimensions(sdk::call& call, const sdk::vectors& vectors)
{
    principal_axes              principal;
    std::optional<sdk::vectors> reduced;
    dot_products                products;
    Eigen::RowVectorXf          offsets;
    const std::function<void()> find_axes = [&] {
        principal = fit(vectors);
        products =
            dot_products{{principal.axes.data(), static_cast<std::size_t>(principal.axes.size())}, vectors.width()};
        offsets = principal.mean * principal.axes.transpose();
        reduced.emplace(vectors.size(), dimensions);
    };
    co_await call.compute(find_axes);
    const std::function<void(std::size_t, std::size_t)> project = [&](std::size_t from, std::size_t to) {
        row_matrix rows{static_cast<Eigen::Index>(to - from), static_cast<Eigen::Index>(vectors.width())};
        row_matrix output{rows.rows(), static_cast<Eigen::Index>(dimensions)};
        for (auto n = from; n != to; ++n)
            vectors.read(n, {rows.row(static_cast<Eigen::Index>(n - from)).data(), vectors.width()});
        products.compute({rows.data(), static_cast<std::size_t>(rows.size())},
                         {output.data(), static_cast<std::size_t>(output.size())});
        output.rowwise() -= offsets;
        for (auto n = from; n != to; ++n)
        {
            const auto row = output.row(static_cast<Eigen::Index>(n - from));
            if (!vectors.is_zero(n) && row.norm() > least_length) reduced->set(n, {row.data(), dimensions});
        }
    };
    if (vectors.width() != 0) co_await for_each_slice(call, vectors.size(), project);
    co_return std::move(*reduced);
}

sdk::task<std::vector<map_place>> place_on_map(sdk::call& call, const sdk::vectors& reduced,
                                               std::span<const std::vector<std::size_t>> groups)
{
    std::unique_ptr<map_maker>  maker;
    std::unique_ptr<k_means>    means;
    const std::function<void()> begin = [&] {
        maker = std::make_unique<map_maker>(reduced, groups);
        means = maker->clusters();
    };
    co_await call.compute(begin);
    co_await run_rounds(call, *means, hardware_threads());

    std::unique_ptr<landmark_layout> layout;
    const std::function<void()>      start = [&] { layout = maker->layout(*means); };
    co_await call.compute(start);
    while (!layout->finished())
    {
        const std::function<void()> advance = [&] { layout->advance(); };
        co_await call.compute(advance);
    }

    maker->set_places(layout->points());
    const std::function<void(std::size_t, std::size_t)> place = [&](std::size_t from, std::size_t to) {
        maker->place(from, to);
    };
    co_await for_each_slice(call, reduced.size(), place);
    std::vector<map_place>      places;
    const std::function<void()> finish = [&] { places = maker->places(); };
    co_await call.compute(finish);
    co_return places;
}

} // namespace verbatim::hierarchy
