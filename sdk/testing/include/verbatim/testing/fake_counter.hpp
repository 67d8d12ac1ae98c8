#pragma once

#include "verbatim/sdk/counter.hpp"

#include <cstddef>
#include <cstdint>
#include <map>

namespace verbatim::testing {

/// A counter whose sums a test reads, by the index of the label's value.
class fake_counter final : public sdk::counter
{
public:
    void add(std::size_t value, std::uint64_t count) noexcept override { sums[value] += count; }

    std::map<std::size_t, std::uint64_t> sums;
};

} // namespace verbatim::testing
