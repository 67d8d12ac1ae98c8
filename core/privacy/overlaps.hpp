#pragma once

#include "privacy/tokenizer.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::privacy {

/// Splits findings that contain invalid UTF-8 or touch a placeholder of the input; those bytes are in no finding.
void exclude_bytes(std::string_view text, std::span<const std::size_t> invalid,
                   std::span<const byte_range> placeholders, std::vector<sdk::detected_entity>& findings);

/// Sorts the findings and resolves overlaps: docs/reference/redaction.md#placeholders.
void separate_overlaps(std::string_view text, std::vector<sdk::detected_entity>& findings);

/// The findings of two engines in the same text, sorted and without overlaps. `findings` has this form already;
/// `further` may be in any order and overlap.
std::vector<sdk::detected_entity> unite(std::string_view text, std::vector<sdk::detected_entity> findings,
                                        std::vector<sdk::detected_entity> further);

} // namespace verbatim::core::privacy
