#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Appends positions on the earth in the annotated text: pairs of decimal degrees, degrees with minutes, plus codes and
/// what3words addresses.
void find_coordinates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
