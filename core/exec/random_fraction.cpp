#include "exec/random_fraction.hpp"

#include <random>

namespace verbatim::core::exec {

double random_fraction()
{
    thread_local std::minstd_rand          generator{std::random_device{}()};
    std::uniform_real_distribution<double> fraction{0, 1};
    return fraction(generator);
}

} // namespace verbatim::core::exec
