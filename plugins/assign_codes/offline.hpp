#pragma once

#include "assigned_code.hpp"
#include "model_output.hpp"

#include <cstddef>
#include <span>
#include <string_view>

/// The output without a provider: compares words and understands nothing.
namespace verbatim::assign_codes::offline {

/// The options whose names have most words in common with the text; rare words count more. Usually a single option,
/// none without common words.
code_selection pick(std::string_view text, std::span<const option> options);

/// The share of the words of the path's `level`, counted from 1, that occur in the text.
level_score judge(std::string_view text, const option& path, std::size_t level);

} // namespace verbatim::assign_codes::offline
