#pragma once

#include "privacy/name_cues.hpp"
#include "privacy/names.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::core::privacy {

/// The name that begins at token `i`, a word of a script without capitals, by lists and cues only.
std::optional<name_match> find_caseless_name(const name_cues& cues, std::size_t i);

} // namespace verbatim::core::privacy
