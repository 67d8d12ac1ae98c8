#include "hierarchical.hpp"

#include "offline.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/hierarchy/map.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace verbatim::summarize {

namespace {

using positions = std::span<const std::size_t>;

/// Writes the messages and the offline outputs of one request.
class message_writer
{
public:
    message_writer(const hierarchy::bulk_input& input, const feedback::redaction& redaction)
        : input_{input}
        , redaction_{redaction}
        , labels_{input.language ? input.language->labels() : std::nullopt}
    {}

    hierarchy::map_prompts map() const
    {
        return {.system = prompts::for_chunk(input_.language),
                .user =
                    [this](positions records) {
                        return feedback::tagged("feedback_records", record_blocks(input_, redaction_, records));
                    },
                .task    = feedback::writing_task(),
                .offline = [this](positions records) { return offline_lines(records); }};
    }

    /// The n-th output that is accepted replaces `last`; the last one is that of the last call.
    hierarchy::reduce_prompts reduce(std::optional<written_summary>& last) const
    {
        return {.system = prompts::for_reduce(input_.records.size(), input_.language),
                .user = [](const sdk::prompt_text& partials) { return feedback::tagged("partial_analyses", partials); },
                .offline       = [this](positions records, bool) { return offline_summary(records); },
                .output_schema = &schema_for(summary_scope::bulk),
                .accept =
                    [&last](std::string_view output) {
                        last = parse_summary(output);
                        return last.has_value();
                    },
                .longest = &longest_output};
    }

private:
    text_analysis::corpus corpus_of(positions records, text_analysis::tokenizer& tokenizer) const
    {
        std::vector<std::size_t> ordered{records.begin(), records.end()};
        std::ranges::sort(ordered);
        return hierarchy::corpus_of(input_, redaction_, ordered, tokenizer);
    }

    std::string offline_lines(positions records) const
    {
        text_analysis::tokenizer tokenizer;
        const auto               corpus = corpus_of(records, tokenizer);
        return offline::summarize_bulk(corpus, labels_.value_or(corpus.main_language), tokenizer).text;
    }

    std::string offline_summary(positions records) const
    {
        text_analysis::tokenizer tokenizer;
        return offline_bulk_output(corpus_of(records, tokenizer), labels_, tokenizer);
    }

    const hierarchy::bulk_input&                  input_;
    const feedback::redaction&                    redaction_;
    const std::optional<feedback::label_language> labels_;
};

/// The judge of the combined summary.
sdk::task<feedback::judgement> judge(sdk::call& call, const feedback::redaction& redaction,
                                     const sdk::prompt_text& source, const std::string& text, sdk::time_limits time)
{
    const auto summary = co_await feedback::completion_text(call, redaction, text);
    co_return co_await feedback::judge_summary(call, source, summary, time);
}

std::string explanation(const hierarchy::outcome& outcome, feedback::label_language language)
{
    const auto& sentences = feedback::answer_sentences_in(language);
    auto        text      = outcome.verdict.whole.by_built_in ? std::string{sentences.not_judged}
                                                              : hierarchy::coverage(outcome.verdict.chunks, language);
    if (outcome.combined.truncated) text.append(" ").append(sentences.summary_truncated);
    return text;
}

} // namespace

sdk::task<hierarchical_summary> summarize_chunks(sdk::call& call, const hierarchy::bulk_input& input,
                                                 const hierarchy::settings& settings)
{
    if (!call.embedder()) throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};
    const auto              concurrency = settings.concurrency.limit;
    hierarchy::progress_log progress{call, input.records.size(), concurrency};

    progress.begin(hierarchy::phase::anonymise);
    const auto redaction = co_await anonymize(call, input);

    std::optional<written_summary> last;
    const message_writer     writer{input, redaction};
    hierarchy::analysis_run  run{.call = call, .input = input, .redaction = redaction, .concurrency = concurrency};
    const hierarchy::prompts prompts{
        .map            = writer.map(),
        .reduce         = writer.reduce(last),
        .check_combined = [&] { return remove_foreign_links(call, *last, input.crm_base_url); },
        .judge          = [&](const sdk::prompt_text& source, const sdk::prompt_text&,
                     sdk::time_limits        time) { return judge(call, redaction, source, last->text, time); }};
    constexpr std::string_view no_date_field; // metadata is ignored
    const auto                 outcome = co_await run_phases(run, prompts, settings, no_date_field, progress);

    auto                 result = co_await restore(call, last.value(), redaction, input.crm_base_url);
    hierarchical_summary response{.result                  = std::move(result),
                                  .confidence              = hierarchy::confidence(outcome.verdict.chunks),
                                  .uncertainty_explanation = explanation(outcome, input.sentences)};
    response.result.refused       = hierarchy::refused_records(outcome.parts);
    response.result.quality_score = outcome.verdict.whole.score;
    co_return response;
}

} // namespace verbatim::summarize
