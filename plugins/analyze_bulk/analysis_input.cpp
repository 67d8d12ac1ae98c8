#include "analysis_input.hpp"

#include "verbatim/feedback/markup.hpp"

namespace verbatim::analyze_bulk {

feedback::response_text with_truncation(feedback::response_text explanation, bool truncated)
{
    if (truncated) explanation += " The model reached its output limit; the analysis may be incomplete.";
    return explanation;
}

sdk::prompt_text analysis_message(const sdk::prompt_text& prompt, const sdk::prompt_text& blocks)
{
    auto message = feedback::tagged("analyst_instruction", prompt);
    message += "\n\n";
    message += feedback::tagged("feedback_records", blocks);
    return message;
}

} // namespace verbatim::analyze_bulk
