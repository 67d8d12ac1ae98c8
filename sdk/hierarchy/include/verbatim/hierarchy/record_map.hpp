#pragma once

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/sdk/vectors.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// The few coordinates in which vectors vary most (principal components of a sample of rows). 100,000 rows take 5 MB
/// instead of 50 MB and more. A row without a difference from the mean is zero. Computes on the call's pool in steps of
/// some milliseconds; throws if the call is cancelled. Arguments must outlive the task. [may wait]
sdk::task<sdk::vectors> reduce_dimensions(sdk::call& call, const sdk::vectors& vectors);

/// The largest coordinate of a place.
inline constexpr std::uint16_t map_size = 1'000;

/// A place on a square map.
struct map_place
{
    std::uint16_t x = map_size / 2;
    std::uint16_t y = map_size / 2;

    friend bool operator==(const map_place&, const map_place&) = default;
};

/// Places rows in the plane, so that similar ones are near, those of the same group more so. `groups` are row numbers;
/// a row may be in several groups or in none. Rows without a difference from the mean and a group are in the middle.
/// Equal input gives equal places.
///
/// Some hundred landmarks, the centroids of a sample, are placed by t-SNE; a row is between the landmarks nearest to
/// it. Time and memory grow with the rows. Computes as reduce_dimensions(). [may wait]
sdk::task<std::vector<map_place>> place_on_map(sdk::call& call, const sdk::vectors& reduced,
                                               std::span<const std::vector<std::size_t>> groups);

} // namespace verbatim::hierarchy
