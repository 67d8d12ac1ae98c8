#include "analysis_input.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/model_links.hpp"

namespace verbatim::analyze_bulk {

std::vector<std::string_view> texts_of(const analysis_input& input)
{
    std::vector<std::string_view> texts;
    texts.reserve(input.records.size() + 1);
    for (const auto* record : input.records) texts.push_back(record->content);
    texts.push_back(input.prompt);
    return texts;
}

std::vector<std::string_view> ids_of(const analysis_input& input, const feedback::redaction& redaction)
{
    std::vector<std::string_view> ids;
    ids.reserve(input.records.size());
    for (const auto* record : input.records) ids.push_back(redaction.unescaped_field(record->id));
    return ids;
}

sdk::task<std::string> restored(sdk::call& call, const analysis_input& input, const feedback::redaction& redaction,
                                std::string_view analysis)
{
    const auto restore = [&] {
        return redaction.restore(feedback::without_foreign_links(analysis, input.crm_base_url), {"PERSON"});
    };
    constexpr std::size_t passes = 8;
    co_return co_await feedback::compute_if_large(call, passes * analysis.size(), restore);
}

std::string with_truncation(std::string explanation, bool truncated)
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

sdk::prompt_text record_blocks(const analysis_input& input, const feedback::redaction& redaction,
                               std::span<const std::size_t> positions)
{
    sdk::prompt_text blocks;
    for (bool first = true; const auto at : positions)
    {
        if (!first) blocks += "\n";
        first = false;
        blocks += feedback::record_block(*input.records[at], redaction, at, input.shown_metadata);
    }
    return blocks;
}

} // namespace verbatim::analyze_bulk
