#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::summarize {

/// The summary as the model wrote it.
struct written_summary
{
    std::string title;
    std::string text;
};

/// The summary of a response.
struct summary
{
    feedback::response_text title;
    feedback::response_text text;
    std::optional<double>   quality_score; ///< none: the judge failed, or is the built-in model

    std::vector<std::size_t> refused = {}; ///< records that the provider refused, by position
};

enum class summary_scope
{
    record, ///< output schema record_summary
    bulk,   ///< output schema bulk_summary
};

/// Title and text of the model's output. None unless it is a JSON object whose two members are strings, null or absent;
/// null and absent are empty.
std::optional<written_summary> parse_summary(std::string_view output);

const sdk::output_schema& schema_for(summary_scope scope);

/// The built-in model's output for many records. Fixed words are in `language`, or that of most records.
std::string offline_bulk_output(const text_analysis::corpus& records, std::optional<feedback::label_language> language,
                                text_analysis::tokenizer& tokenizer);

/// See sdk::chat_request::longest.
std::string longest_output(std::size_t max_characters);

/// Takes out foreign links, for the judge. Throws analysis_unavailable if title or text is blank. [call] [may wait]
sdk::task<> remove_foreign_links(sdk::call& call, written_summary& summary, std::string_view crm_base_url);

/// Puts originals back, and takes out foreign links. The summary has no score. [call] [may wait]
sdk::task<summary> restore(sdk::call& call, const written_summary& written, const feedback::redaction& redaction,
                           std::string_view crm_base_url);

/// Makes one call for the summary and one for the judge; restores personal data in both texts and takes out links that
/// do not lead below `crm_base_url`. Records that the provider refuses are found and left out. Throws
/// payload_too_large, analysis_unavailable if title or text is blank, and errors of the model. Arguments must outlive
/// the task. [call] [may wait]
sdk::task<summary> summarize(sdk::call& call, summary_scope scope, std::span<const feedback::record* const> records,
                             const sdk::prompt_text& system, std::optional<feedback::label_language> language = {},
                             std::string_view crm_base_url = {});

} // namespace verbatim::summarize
