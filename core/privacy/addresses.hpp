#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Appends street addresses, with the town that may follow, and post boxes. The text is annotated.
void find_addresses(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
