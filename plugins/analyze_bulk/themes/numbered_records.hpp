#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// The records at these positions as a model reads them: elements with numbers from 1, because ids may repeat or hold
/// anything. The n-th text of `redaction` is the content of the n-th record. Metadata is not shown.
sdk::prompt_text numbered_records(const feedback::redaction& redaction, std::span<const std::size_t> positions);

/// The same with the number of each sentence before it.
sdk::prompt_text numbered_sentences(const feedback::redaction& redaction, std::span<const std::size_t> positions);

} // namespace verbatim::analyze_bulk::themes
