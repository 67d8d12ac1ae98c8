#pragma once

#include "privacy/digit_run.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::core::privacy {

/// The score of the first `groups` groups as a phone number, 0 to 1; 0 if they are none. `has_phone_cue`: a word near
/// them names a phone.
double phone_score(const digit_run& run, std::size_t groups, bool has_phone_cue);

/// Whether the run begins with a phone number of seven digits or more.
bool begins_with_phone(const digit_run& run, bool has_phone_cue);

/// Whether ASCII digits in one piece are a phone number with its international or national prefix.
bool is_whole_phone(std::string_view digits, bool has_plus) noexcept;

} // namespace verbatim::core::privacy
