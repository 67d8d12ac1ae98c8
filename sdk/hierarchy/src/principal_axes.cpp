#include "landmark_layout.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <random>

namespace verbatim::hierarchy {

namespace {

using Eigen::Index;
using Eigen::MatrixXf;

constexpr Index  further_directions = 8; ///< besides those asked for; the last ones converge slowly
constexpr int    iterations         = 5;
constexpr double least_variance     = 1e-6; ///< of unit vectors; less is rounding

MatrixXf orthonormal(const MatrixXf& columns)
{
    const Eigen::HouseholderQR<MatrixXf> decomposition{columns};
    return decomposition.householderQ() * MatrixXf::Identity(columns.rows(), columns.cols());
}

/// Equal numbers on all platforms, unlike the standard distributions.
MatrixXf random_directions(Index width, Index count)
{
    std::mt19937 engine{0x5eed};
    MatrixXf     directions{width, count};
    for (Index n = 0; n != directions.size(); ++n)
        directions.data()[n] = static_cast<float>(engine()) * 0x1p-31f - 1.0f;
    return directions;
}

} // namespace

principal_axes find_principal_axes(const row_matrix& rows, std::size_t count)
{
    const auto     wanted = static_cast<Index>(count);
    principal_axes result{.mean = Eigen::RowVectorXf::Zero(rows.cols()), .axes = row_matrix::Zero(wanted, rows.cols())};
    if (rows.rows() == 0) return result;
    result.mean = rows.colwise().mean();

    const MatrixXf centred = rows.rowwise() - result.mean;
    const auto     size    = std::min(wanted + further_directions, rows.cols());
    MatrixXf       basis   = orthonormal(random_directions(rows.cols(), size));
    for (int n = 0; n != iterations; ++n) basis = orthonormal(centred.transpose() * (centred * basis));

    const MatrixXf                                projected = centred * basis;
    const Eigen::SelfAdjointEigenSolver<MatrixXf> solver{projected.transpose() * projected};
    for (Index n = 0; n != std::min(wanted, size); ++n)
    {
        const auto strongest = size - 1 - n; // eigenvalues ascend
        if (!(static_cast<double>(solver.eigenvalues()[strongest]) > least_variance * static_cast<double>(rows.rows())))
            break;
        Eigen::VectorXf axis    = (basis * solver.eigenvectors().col(strongest)).normalized();
        Index           largest = 0;
        axis.cwiseAbs().maxCoeff(&largest);
        result.axes.row(n) = (axis[largest] < 0 ? -axis : axis).transpose();
    }
    return result;
}

} // namespace verbatim::hierarchy
