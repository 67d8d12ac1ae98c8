#pragma once

#include "sensitivity.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::detect_sensitive::offline {

inline constexpr std::size_t sensitivity_count = static_cast<std::size_t>(sensitivity::inappropriate_behaviour) + 1;

/// "words about ...", for explanations.
std::string_view topic_of(sensitivity type) noexcept;

} // namespace verbatim::detect_sensitive::offline
