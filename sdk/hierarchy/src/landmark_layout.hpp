#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

struct plane_point
{
    float x = 0;
    float y = 0;
};

/// Places vectors in the plane so that near ones are near: exact t-SNE (van der Maaten and Hinton, 2008) from the
/// principal components on, so that the result depends only on the input. Equal vectors have equal places. Time grows
/// with the square of the vectors, so it is for some hundreds.
///
///     landmark_layout layout{coordinates, width};
///     while (!layout.finished()) layout.advance();
class landmark_layout
{
public:
    /// Vectors of `width` coordinates, one after the other. Copies what it needs.
    landmark_layout(std::span<const float> vectors, std::size_t width);
    ~landmark_layout();
    landmark_layout(const landmark_layout&)            = delete;
    landmark_layout& operator=(const landmark_layout&) = delete;

    bool finished() const noexcept;

    /// Some rounds: a few milliseconds for 512 vectors.
    void advance();

    /// The place of each vector. Once finished.
    std::vector<plane_point> points() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

using row_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The mean of rows, and the directions in which they vary most, the strongest first.
struct principal_axes
{
    Eigen::RowVectorXf mean;
    row_matrix         axes; ///< a row of length 1 for each; zero where the rows do not vary
};

/// By subspace iteration from fixed random directions: equal rows give equal axes. Time grows with the product of rows,
/// columns and `count`. The largest coordinate of an axis is positive.
principal_axes find_principal_axes(const row_matrix& rows, std::size_t count);

} // namespace verbatim::hierarchy
