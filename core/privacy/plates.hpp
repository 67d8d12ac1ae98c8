#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <vector>

namespace verbatim::core::privacy {

/// Appends vehicle plates of the annotated text: behind a word for plates, or in a form that nothing else has (French,
/// Kenyan, Ugandan, Russian, Ukrainian).
void find_plates(const tokenized_text& text, std::vector<sdk::detected_entity>& findings);

} // namespace verbatim::core::privacy
