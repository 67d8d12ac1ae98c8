#pragma once

#include "codes.hpp"
#include "membership.hpp"

#include "verbatim/feedback/record.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk {

/// Whose records are counted by group: the themes, then the values of dimensions and the most frequent codes as long as
/// a list of counts has at most `max_bytes` in the response.
std::vector<membership> subjects_of(std::span<const feedback::record* const> records,
                                    std::span<const membership> memberships, const code_fields& fields,
                                    std::size_t max_codes, std::size_t max_bytes);

} // namespace verbatim::analyze_bulk
