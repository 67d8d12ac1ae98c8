#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// Reply `code_pick`: the options whose words the record shares most, rare words counting more; usually one, none when
/// nothing is shared.
std::string pick_codes(std::string_view message);

/// Reply `code_judge`: the share of the judged level's words (and, less, of the path above it) that the record holds.
std::string judge_code(std::string_view message);

} // namespace verbatim::core::extractive
