#pragma once

#include "assigned_code.hpp"
#include "model_output.hpp"
#include "options.hpp"

#include <cstddef>
#include <span>
#include <string_view>

/// What this operation answers without a provider: words are compared, nothing is understood.
namespace verbatim::assign_codes::offline {

/// The options whose names share most words with the text, rare words counting more; usually one, none when nothing is
/// shared.
code_selection pick(std::string_view text, std::span<const option> options);

/// The share of the words of the path's `level`, counted from 1, that the text holds.
level_score judge(std::string_view text, const option& path, std::size_t level);

} // namespace verbatim::assign_codes::offline
