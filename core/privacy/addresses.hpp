#pragma once

#include "privacy/tokens.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Finds street addresses with the town that may follow, and post boxes. Appends to `to`. `text` has been annotated.
void find_addresses(const scanned& text, std::vector<sdk::finding>& to);

} // namespace verbatim::core::privacy
