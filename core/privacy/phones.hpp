#pragma once

#include "privacy/digit_run.hpp"

#include <cstddef>

namespace verbatim::core::privacy {

/// How much speaks for a phone number in the first `groups` groups, 0..1; 0: it is none. `named`: a word near it says
/// so.
double phone_score(const digit_run& run, std::size_t groups, bool has_phone_cue);

/// Whether a phone number of seven digits or more begins the run.
bool begins_with_phone(const digit_run& run, bool has_phone_cue);

} // namespace verbatim::core::privacy
