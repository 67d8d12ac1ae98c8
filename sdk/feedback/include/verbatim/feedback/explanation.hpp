#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"

#include <cstddef>
#include <string_view>

namespace verbatim::feedback {

/// Characters of an explanation. Models are asked for one or two sentences.
inline constexpr std::size_t max_explanation_length = 2'000;

/// An explanation by a model for a response, without foreign links. A longer one is cut and ends with an ellipsis:
/// docs/reference/output.md#explanations.
response_text displayed_explanation(std::string_view text);

/// The same, restored.
response_text displayed_explanation(std::string_view text, const redaction& names);

/// The same with only ids and metadata restored.
response_text explanation_with_fields(std::string_view text, const redaction& names);

} // namespace verbatim::feedback
