#pragma once

#include "privacy/digit_run.hpp"

#include <cstddef>

namespace verbatim::core::privacy {

/// The score of the first `groups` groups as a phone number, 0 to 1; 0 if they are none. `has_phone_cue`: a word near
/// them names a phone.
double phone_score(const digit_run& run, std::size_t groups, bool has_phone_cue);

/// Whether the run begins with a phone number of seven digits or more.
bool begins_with_phone(const digit_run& run, bool has_phone_cue);

} // namespace verbatim::core::privacy
