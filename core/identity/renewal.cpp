#include "identity/renewal.hpp"

#include <algorithm>

namespace verbatim::core::identity {

namespace {

using std::chrono::milliseconds;

milliseconds scaled(std::chrono::seconds time, double share)
{
    return std::chrono::duration_cast<milliseconds>(time * share);
}

} // namespace

milliseconds renewal_wait(std::chrono::seconds lifetime, double fraction)
{
    constexpr std::chrono::seconds least{10};
    return std::max<milliseconds>(scaled(lifetime, 0.5 - 0.05 * fraction), least);
}

milliseconds retry_wait(unsigned failures, double fraction)
{
    constexpr unsigned             most_doublings = 6;
    constexpr std::chrono::seconds most{60};
    const std::chrono::seconds     wait{1LL << std::min(failures - 1, most_doublings)};
    return scaled(std::min(wait, most), 0.5 + 0.5 * fraction);
}

} // namespace verbatim::core::identity
