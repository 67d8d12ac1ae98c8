#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <span>

namespace verbatim::assign_codes::prompts {

using codebook::option;

/// The system message of the call that picks options.
sdk::prompt_text pick_system();

/// The beginning of the user message of a pick, which is equal for all records.
sdk::prompt_text option_list(std::span<const option> options);

/// The user message of the pick: an `option_list`, and the redacted text.
sdk::prompt_text pick_message(const sdk::prompt_text& options, const sdk::prompt_text& text);

/// The system message of the calls that judge one level of a path.
sdk::prompt_text judge_system();

/// The user message of a judge: the path down to `level` (from 1), the level to judge, and the text.
sdk::prompt_text judge_message(const option& option, std::size_t level, const sdk::prompt_text& text);

/// The system messages of calls about several records.
sdk::prompt_text bulk_pick_system();
sdk::prompt_text bulk_judge_system();

/// The user message of a pick for several records: an `option_list`, and the redacted texts, numbered from 0.
sdk::prompt_text bulk_pick_message(const sdk::prompt_text& options, std::span<const sdk::prompt_text> texts);

/// The parts of a judge of several items: the codes, each numbered once, and the records with the numbers of their
/// items and of the codes of these.
struct judged_item
{
    std::size_t item;
    std::size_t code;
};
sdk::prompt_text judged_code(std::size_t number, const option& option);
sdk::prompt_text judged_record(const sdk::prompt_text& text, std::span<const judged_item> items);

/// The user message of a judge of several items. The parts are joined by line feeds.
sdk::prompt_text bulk_judge_message(const sdk::prompt_text& codes, const sdk::prompt_text& records);

} // namespace verbatim::assign_codes::prompts
