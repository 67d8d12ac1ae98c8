#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk {

/// The cluster of each row, so that no cluster holds more than `most` of what the rows weigh: every row gets the one it
/// is most like that still has room. Rows that weigh much, or for which the next best is much worse, choose first, so
/// that little is lost by those who must go elsewhere. The few that fit nowhere share as few clusters as they can, none
/// of which they bring over twice the load; a row over the load by itself goes where it likes best.
///
/// `like` holds a number for every row and cluster, row by row; `sizes` what each row weighs.
std::vector<std::uint32_t> assign_with_capacity(std::span<const float> similarities, std::span<const std::size_t> sizes,
                                                std::size_t capacity);

} // namespace verbatim::analyze_bulk
