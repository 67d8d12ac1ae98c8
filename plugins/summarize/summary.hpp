#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::summarize {

/// What a model wrote, and in the end what a caller reads.
struct summary
{
    std::string           title;
    std::string           text;
    std::optional<double> quality_score; ///< none: no judge answered
};

enum class summary_scope
{
    record, ///< reply form record_summary
    bulk,   ///< reply form bulk_summary
};

/// Title and text of a structured reply; none when it is no JSON object, or a member is missing or of another type.
/// A null says that there is none: it reads as an empty text.
std::optional<summary> parse_summary(std::string_view output);

/// One call for the summary and one of the judge; all personal data is put back, field by field. Throws sdk::error:
/// payload_too_large, analysis_unavailable when title or text is blank, and what a model fails with. The arguments are
/// borrowed until the task has ended. [call] [may wait]
sdk::task<summary> summarize(sdk::call& call, summary_scope scope, std::span<const feedback::record* const> records,
                             const sdk::prompt_text& system);

} // namespace verbatim::summarize
