#include "landmark_layout.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::hierarchy {

namespace {

using Eigen::ArrayXf;
using Eigen::ArrayXXf;
using Eigen::Index;

// As in the reference implementation, with fewer rounds: there are few vectors.
constexpr int   rounds            = 400;
constexpr int   exaggerated       = 200; ///< rounds in which near vectors attract each other more
constexpr float exaggeration      = 12;
constexpr int   rounds_of_advance = 5;
constexpr float most_neighbours   = 15; ///< perplexity
constexpr float least_gain        = 0.01f;
constexpr float first_extent      = 1e-4f; ///< standard deviation of the first places

/// The probability of each vector to be the neighbour of one, with the given perplexity. `distances` are squared.
ArrayXf neighbours(const ArrayXf& distances, Index self, float perplexity)
{
    const float entropy   = std::log(perplexity);
    const float smallest  = distances.minCoeff();
    float       precision = 1;
    float       low       = 0;
    float       high      = INFINITY;
    ArrayXf     weights;
    for (int n = 0; n != 40; ++n)
    {
        weights         = (-precision * (distances - smallest)).exp();
        weights[self]   = 0;
        const float sum = weights.sum();
        const float own = std::log(sum) + precision * ((distances - smallest) * weights).sum() / sum;
        weights /= sum;
        if (std::abs(own - entropy) < 1e-4f) break;
        (own > entropy ? low : high) = precision;
        precision                    = std::isinf(high) ? precision * 2 : (low + high) / 2;
    }
    return weights;
}

} // namespace

struct landmark_layout::state
{
    ArrayXXf similarities; ///< a symmetric distribution over pairs
    ArrayXf  x, y;
    ArrayXf  x_step, y_step;
    ArrayXf  x_gain, y_gain;
    int      round = 0;

    state(std::span<const float> vectors, std::size_t width)
    {
        const auto                         count = width == 0 ? 0 : static_cast<Index>(vectors.size() / width);
        const Eigen::Map<const row_matrix> rows{vectors.data(), count, static_cast<Index>(width)};
        start(rows);
        if (count > 3) compare(rows);
        else round = rounds; // the components place three vectors exactly
    }

    void start(const row_matrix& rows)
    {
        const auto       principal = find_principal_axes(rows, 2);
        const row_matrix places    = (rows.rowwise() - principal.mean) * principal.axes.transpose();
        x                          = places.col(0).array();
        y                          = places.col(1).array();
        const auto count           = static_cast<float>(std::max<Index>(1, x.size()));
        if (const float extent = std::sqrt(x.square().sum() / count); extent > 0)
        {
            x *= first_extent / extent;
            y *= first_extent / extent;
        }
        x_step = y_step = ArrayXf::Zero(x.size());
        x_gain = y_gain = ArrayXf::Ones(x.size());
    }

    void compare(const row_matrix& rows)
    {
        const auto            count      = rows.rows();
        const Eigen::VectorXf squares    = rows.rowwise().squaredNorm();
        const row_matrix      products   = rows * rows.transpose();
        const float           perplexity = std::min(most_neighbours, static_cast<float>(count - 1) / 3);
        ArrayXXf              one_way{count, count};
        for (Index n = 0; n != count; ++n)
        {
            const ArrayXf distances =
                (squares.array() + squares[n] - 2 * products.row(n).transpose().array()).max(0.0f);
            one_way.col(n) = neighbours(distances, n, perplexity);
        }
        similarities = (one_way + one_way.transpose()) / (2 * static_cast<float>(count));
    }

    /// Moves along the gradient, with momentum and a gain for each coordinate.
    static void move(ArrayXf& at, ArrayXf& step, ArrayXf& gain, const ArrayXf& gradient, float momentum, float rate)
    {
        gain = ((gradient * step) < 0.0f).select(gain + 0.2f, gain * 0.8f).max(least_gain);
        step = momentum * step - rate * gain * gradient;
        at += step;
        at -= at.mean();
    }

    void advance()
    {
        const auto  count      = x.size();
        const float attraction = round < exaggerated ? exaggeration : 1.0f;
        const float momentum   = round < exaggerated ? 0.5f : 0.8f;
        const float rate       = std::max(static_cast<float>(count) / exaggeration / 4, 50.0f);
        ArrayXf     x_pull(count), y_pull(count), x_push(count), y_push(count);
        float       sum = 0;
        for (Index n = 0; n != count; ++n)
        {
            const ArrayXf dx   = x[n] - x;
            const ArrayXf dy   = y[n] - y;
            const ArrayXf near = (1.0f + dx.square() + dy.square()).inverse();
            const ArrayXf pull = similarities.col(n) * near;
            const ArrayXf push = near.square();
            x_pull[n]          = (pull * dx).sum();
            y_pull[n]          = (pull * dy).sum();
            x_push[n]          = (push * dx).sum();
            y_push[n]          = (push * dy).sum();
            sum += near.sum() - 1.0f; // without the vector itself
        }
        move(x, x_step, x_gain, 4.0f * (attraction * x_pull - x_push / sum), momentum, rate);
        move(y, y_step, y_gain, 4.0f * (attraction * y_pull - y_push / sum), momentum, rate);
        ++round;
    }
};

landmark_layout::landmark_layout(std::span<const float> vectors, std::size_t width)
    : state_{std::make_unique<state>(vectors, width)}
{}

landmark_layout::~landmark_layout() = default;

bool landmark_layout::finished() const noexcept { return state_->round >= rounds; }

void landmark_layout::advance()
{
    for (int n = 0; n != rounds_of_advance && !finished(); ++n) state_->advance();
}

std::vector<plane_point> landmark_layout::points() const
{
    std::vector<plane_point> points;
    for (Index n = 0; n != state_->x.size(); ++n) points.push_back({state_->x[n], state_->y[n]});
    return points;
}

} // namespace verbatim::hierarchy
