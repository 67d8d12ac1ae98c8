#include "single_pass.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/judge.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

namespace {

/// What of the caller is shown as it came, and could look like a placeholder of ours.
std::vector<std::string> shown_as_it_came(std::span<const feedback::record* const> kept,
                                          std::span<const std::string>             metadata)
{
    std::vector<std::string> shown;
    shown.reserve(kept.size() * 2);
    for (const auto* one : kept)
    {
        shown.push_back(one->id);
        if (auto lines = feedback::metadata_lines(one->metadata, metadata); !lines.empty())
            shown.push_back(std::move(lines));
    }
    return shown;
}

} // namespace

sdk::task<findings> single_pass(sdk::call& call, const request& asked, std::span<const feedback::record* const> kept,
                                std::span<const std::string> shown_metadata, const std::optional<std::string>& language)
{
    constexpr std::size_t       about_a_record = 256; // bytes of id and metadata
    std::vector<std::string>    as_it_came;
    const std::function<void()> gather = [&] { as_it_came = shown_as_it_came(kept, shown_metadata); };
    co_await feedback::compute_if_large(call, kept.size() * about_a_record, gather);

    // The contents in request order, then the prompt.
    feedback::question question;
    question.system    = prompts::analysis(language);
    question.anonymize = asked.anonymize;
    for (const auto* one : kept) question.texts.push_back(one->content);
    question.texts.push_back(asked.prompt);
    question.beside.assign(as_it_came.begin(), as_it_came.end());
    question.user = [&](const feedback::redaction& names) {
        auto message = feedback::tagged("analyst_instruction", names.text(kept.size()));
        message += sdk::outbound::trusted("\n\n");
        message += feedback::tagged("feedback_records", feedback::record_blocks(kept, names, shown_metadata));
        return message;
    };
    const auto answer = co_await feedback::ask(call, question);

    const auto source  = feedback::record_blocks(kept, answer.names, shown_metadata);
    const auto prompt  = answer.names.text(kept.size());
    const auto said    = answer.names.said(answer.text);
    const auto verdict = co_await feedback::judge_analysis(call, source, prompt, said);
    feedback::log_failure(call, verdict);

    co_return findings{.analysis                = answer.names.restore(answer.text, {"PERSON"}),
                       .quality_score           = verdict.score,
                       .uncertainty_explanation = verdict.explanation,
                       .confidence              = {}};
}

} // namespace verbatim::analyze_bulk
