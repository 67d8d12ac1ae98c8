#pragma once

#include "privacy/digits.hpp"

#include <cstddef>

namespace verbatim::core::privacy {

/// How much speaks for a phone number in the first `groups` groups, 0..1; 0: it is none. `named`: a word near it says
/// so.
double phone_score(const digit_run& run, std::size_t groups, bool named);

/// Whether a phone number of seven digits or more begins the run.
bool begins_with_phone(const digit_run& run, bool named);

} // namespace verbatim::core::privacy
