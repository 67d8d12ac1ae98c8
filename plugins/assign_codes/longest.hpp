#pragma once

#include "assigned_code.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Outputs after which a request makes the most and the longest further calls: sdk::chat_request::longest.
namespace verbatim::assign_codes::longest {

/// The positions of at most `limit` options: those with the most levels, of these those with the longest texts.
std::vector<std::int64_t> picks(std::span<const option> options, std::size_t limit);

/// A score that rejects no code.
level_score score();

} // namespace verbatim::assign_codes::longest
