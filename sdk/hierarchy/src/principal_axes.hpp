#pragma once

#include <Eigen/Core>

namespace verbatim::hierarchy {

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
