#pragma once

#include "sensitive_finding.hpp"

#include <string_view>

/// What this operation answers without a provider: words are matched, nothing is understood.
namespace verbatim::detect_sensitive::offline {

/// The types of whose word lists the text holds words, those with most first. The lists are broad: a person looks at
/// each finding. The explanation names the kind of words, never the words.
sensitive_finding detect(std::string_view text);

} // namespace verbatim::detect_sensitive::offline
