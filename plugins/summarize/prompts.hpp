#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::summarize::prompts {

/// The system message for one record; `language` is its detected language, if certain.
sdk::prompt_text for_record(const std::optional<feedback::output_language>& language);

/// The system message for `records` records; `language` is the requested one, if known.
sdk::prompt_text for_bulk(std::size_t records, const std::optional<feedback::output_language>& language);

/// The system message of a call about a chunk of the records, and of its judge.
sdk::prompt_text for_chunk(const std::optional<feedback::output_language>& language);

/// The system message of a call that combines partial summaries of `records` records.
sdk::prompt_text for_reduce(std::size_t records, const std::optional<feedback::output_language>& language);

} // namespace verbatim::summarize::prompts
