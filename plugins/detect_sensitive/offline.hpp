#pragma once

#include "sensitive_finding.hpp"

#include <string_view>

/// The output without a provider: matches words and understands nothing.
namespace verbatim::detect_sensitive::offline {

/// The types whose word lists match the text, those with most matches first. The lists are broad, because a person
/// reviews each finding. The explanation names the topics of the lists, never words of the text.
sensitive_finding detect(std::string_view text);

} // namespace verbatim::detect_sensitive::offline
