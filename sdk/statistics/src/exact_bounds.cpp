#include "verbatim/statistics/exact_bounds.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <stdexcept>

namespace verbatim::statistics {

namespace {

void check_bound(double count, double total, double error)
{
    if (!(count >= 0 && count <= total)) throw std::invalid_argument{"a count must be between 0 and its total"};
    if (!(error > 0 && error < 1)) throw std::invalid_argument{"an error must be between 0 and 1"};
}

} // namespace

double lower_bound(double count, double total, double error)
{
    check_bound(count, total, error);
    return count == 0 ? 0 : boost::math::ibeta_inv(count, total - count + 1, error);
}

double upper_bound(double count, double total, double error)
{
    check_bound(count, total, error);
    return count == total ? 1 : boost::math::ibetac_inv(count + 1, total - count, error);
}

} // namespace verbatim::statistics
