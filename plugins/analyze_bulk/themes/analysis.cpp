#include "themes/analysis.hpp"

#include "breakdown/record_groups.hpp"
#include "claims.hpp"
#include "question.hpp"
#include "themes/record_texts.hpp"
#include "themes/response.hpp"
#include "themes/steps.hpp"
#include "themes/theme_prompts.hpp"
#include "themes/theme_table.hpp"
#include "themes/wire.hpp"

#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/refused_items.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

using hierarchy::analysis_run;
using hierarchy::phase;

/// The length of the call that finds themes in these records, in code points.
std::size_t induction_length(const analysis_input& input, const feedback::redaction& redaction,
                             const hierarchy::chunk& records, std::size_t max_themes)
{
    const auto message =
        prompts::induction_message(redaction.text(input.records.size()), numbered_records(redaction, records));
    return feedback::characters_of(prompts::themes(max_themes, input.language)) + feedback::characters_of(message);
}

/// Throws payload_too_large, before the redaction, if a single call cannot read all records.
sdk::task<> check_size(sdk::call& call, const analysis_input& input, std::size_t max_themes)
{
    const auto check = [&, limits = call.model().limits()] {
        const feedback::redaction original{texts_of(input)};
        feedback::check_budget(induction_length(input, original, all_records(input), max_themes), limits,
                               hierarchy::advice_if_too_large);
    };
    std::size_t bytes = 0;
    for (const auto text : texts_of(input)) bytes += text.size();
    co_await feedback::compute_if_large(call, bytes, check);
}

/// The analysis as a model wrote it, and the table that the model read.
struct written_analysis
{
    sdk::prompt_text source;
    std::string      text;
    bool             truncated = false;

    std::vector<named_change> code_changes = {}; ///< of a report without a provider
};

/// The codes of the report without a provider. Their labels are redacted, because a judge may read the report.
sdk::task<trend_counts> count_codes(sdk::call& call, const analysis_input& input, const theme_settings& settings)
{
    if (!settings.visible_trends) co_return trend_counts{};
    const auto count = [&] { return count_trends(input.records, *settings.visible_trends, settings.period); };
    co_return co_await call.compute(count);
}

/// For the report without a provider. Models read the changes of themes only.
std::vector<named_change> changes_of(trend_counts codes, const hidden_over_time& hidden,
                                     const feedback::redaction& redaction)
{
    leave_out(codes, hidden);
    test_changes(codes);
    return named_changes(codes, redaction);
}

sdk::task<written_analysis> write(analysis_run& run, const theme_table& table, const unmatched_words& unmatched,
                                  const trend_counts& codes, const hidden_over_time& hidden)
{
    const auto question       = run.redaction.text(run.input.records.size());
    const auto system         = prompts::analysis(run.input.language);
    const auto limits         = run.call.model().limits();
    const auto max_characters = limits.is_enforced ? feedback::max_characters(limits) : std::string::npos;
    const auto overhead       = feedback::characters_of(system) + feedback::characters_of(question) + 100; // tags

    written_analysis written;
    const auto       make = [&] { return table.block(max_characters > overhead ? max_characters - overhead : 0); };
    written.source        = co_await run.call.compute(make);
    sdk::chat_request request{.system = system, .user = prompts::analysis_message(question, written.source)};
    request.offline = [&] {
        written.code_changes = changes_of(codes, hidden, run.redaction);
        return table.report(unmatched, written.code_changes);
    };
    request.time = {
        .deadline = run.last_call_end(), .min_attempt = hierarchy::all_time_left, .wait_for_connection = true};
    auto completion = co_await run.complete(request);
    if (!completion) throw std::move(completion).error();
    written.text      = std::move(completion->text);
    written.truncated = completion->truncated;
    co_return written;
}

sdk::task<feedback::judgement> judge(analysis_run& run, const written_analysis& written)
{
    const auto             question = run.redaction.text(run.input.records.size());
    const auto             analysis = co_await feedback::completion_text(run.call, run.redaction, written.text);
    const sdk::time_limits time{
        .deadline = run.last_call_end(), .min_attempt = hierarchy::all_time_left, .wait_for_connection = true};
    const auto verdict = co_await feedback::judge_analysis(run.call, written.source, question, analysis, time);
    run.usage += verdict.usage;
    feedback::log_failure(run.call, verdict);
    co_return verdict;
}

/// The titles and definitions of the themes.
std::string texts_of(const counted_themes& themes)
{
    std::string text;
    for (const auto& theme : themes.themes) text += theme.definition.title + ". " + theme.definition.definition + '\n';
    return text;
}

/// The judge's explanation, and sentences about what the checks of the analysis found.
feedback::response_text explanation(const feedback::judgement& verdict, const analysis_run& run,
                                    const theme_table& table, const counted_themes& themes,
                                    const written_analysis& written)
{
    const auto       names = ids_of(run.input, run.redaction);
    const record_ids ids{names};
    refuted_claims   claims{.unknown_ids     = unknown_ids_in(written.text, ids, run.input),
                            .unknown_numbers = table.numbers(ids, written.code_changes).unknown_in(written.text),
                            .language        = other_language_of(written.text, run.input)};
    std::erase_if(claims.unknown_numbers, [&](const std::string& number) {
        return std::ranges::find(claims.unknown_ids, number) != claims.unknown_ids.end();
    });
    if (claims.language.empty()) claims.language = other_language_of(texts_of(themes), run.input);
    auto text = explanation_of(verdict, run.input, run.redaction) + sentences_about(claims, run.input) +
                sentence_about_refused(themes.refused.size(), run.input);
    return with_truncation(std::move(text), written.truncated, run.input);
}

/// The themes, and the batches of records that are read against them.
struct induction
{
    induced_themes                themes;
    std::vector<hierarchy::chunk> chunks;
};

/// Chunks in the order of the request: records that are read against a list need not be similar.
sdk::task<std::vector<hierarchy::chunk>> batches_of(analysis_run& run, const theme_settings& settings,
                                                    hierarchy::chunk records)
{
    if (!settings.by_chunk) co_return std::vector<hierarchy::chunk>{std::move(records)};
    const hierarchy::chunk_budget budget{settings.chunking.target_chunk_tokens, run.call.model().limits()};
    const auto                    cut = [&] {
        std::vector<std::size_t> characters;
        for (std::size_t n = 0; n != run.input.records.size(); ++n)
            characters.push_back(feedback::characters_of(run.redaction.unescaped_text(n)));
        const std::vector<std::string_view> dates(characters.size());
        return hierarchy::chunks_of({std::move(records)}, characters, dates, budget);
    };
    co_return co_await run.call.compute(cut);
}

/// The themes of these records, and the chunks that they were found in.
sdk::task<induction> induce_in(analysis_run& run, const offline::record_texts& texts, const theme_settings& settings,
                               std::vector<hierarchy::chunk> chunks, hierarchy::progress_log& progress)
{
    induction result{.themes = {}, .chunks = std::move(chunks)};
    if (settings.by_chunk)
    {
        result.themes = co_await induce_by_chunk(run, texts, candidate_prompts(run, texts), result.chunks,
                                                 settings.limit, progress);
        co_return result;
    }
    progress.begin(phase::induce);
    std::optional<sdk::error> refusal;
    try
    {
        result.themes = co_await induce_at_once(run, texts, result.chunks.front(), settings.limit);
    }
    catch (const sdk::error& error)
    {
        if (!feedback::is_refusal(error) || result.chunks.front().size() == 1) throw;
        refusal = error;
    }
    // Divides the records until those that the provider refuses stand alone.
    if (refusal)
        result.themes = co_await induce_by_chunk(run, texts, candidate_prompts(run, texts), result.chunks,
                                                 settings.limit, progress);
    co_return result;
}

/// Without those that have the title of a known theme, in any case of ASCII letters.
void remove_known(std::vector<theme>& themes, std::span<const theme> known)
{
    std::set<std::string> titles;
    for (const auto& theme : known) titles.insert(sdk::ascii::lowercase(theme.title));
    std::erase_if(themes, [&](const theme& found) { return titles.contains(sdk::ascii::lowercase(found.title)); });
}

/// Themes that a model names beside those that are known, counted.
sdk::task<counted_themes> count_induced(analysis_run& run, const offline::record_texts& texts,
                                        const theme_settings& settings, std::vector<hierarchy::chunk> chunks,
                                        std::span<const theme> known, std::span<const dimensions::dimension> dimensions,
                                        hierarchy::progress_log& progress)
{
    auto induced = co_await induce_in(run, texts, settings, std::move(chunks), progress);
    remove_known(induced.themes.themes, known);
    progress.begin(phase::assign);
    auto counts = co_await assign(run, texts, induced.themes.themes, std::move(induced.chunks), dimensions);
    counts.dropped += induced.themes.dropped;
    co_return counts;
}

/// The themes of the request, counted, and those that a model finds in the rest.
sdk::task<counted_themes> count_requested(analysis_run& run, const offline::record_texts& texts,
                                          const theme_settings&                  settings,
                                          std::span<const dimensions::dimension> dimensions,
                                          hierarchy::progress_log&               progress)
{
    if (run.reduces_vectors) co_await hierarchy::embed_records(run, progress);
    const auto themes  = themes_of(settings.requested, run.redaction, run.input.records.size() + 1);
    auto       batches = co_await batches_of(run, settings, all_records(run.input));
    progress.set_chunk_count(batches.size());
    progress.begin(phase::assign);
    auto counts = co_await assign(run, texts, themes, std::move(batches), dimensions, settings.induce_more);

    const auto& rest = counts.unassigned_for(unassigned_reason::no_theme);
    if (!settings.induce_more || rest.empty()) co_return counts;
    auto       of_rest = settings;
    const auto exceeds = [&, limits = run.call.model().limits()] {
        const auto length = induction_length(run.input, run.redaction, rest, settings.limit.of_model);
        return feedback::over_budget(length, limits).has_value();
    };
    of_rest.by_chunk = settings.by_chunk || co_await run.call.compute(exceeds);
    auto chunks      = co_await batches_of(run, of_rest, rest);
    auto further     = co_await count_induced(run, texts, of_rest, std::move(chunks), themes, {}, progress);
    add_further(counts, std::move(further));
    co_return counts;
}

/// The place of each record; empty without vectors.
sdk::task<std::vector<hierarchy::map_place>> place_records(analysis_run& run, std::span<const membership> themes)
{
    if (run.reduced_vectors.size() == 0) co_return std::vector<hierarchy::map_place>{};
    std::vector<std::vector<std::size_t>> records;
    for (const auto& theme : themes) records.push_back(theme.records);
    auto places         = co_await hierarchy::place_on_map(run.call, run.reduced_vectors, records);
    run.reduced_vectors = {};
    co_return places;
}

sdk::task<counted_themes> count(analysis_run& run, const offline::record_texts& texts, const theme_settings& settings,
                                hierarchy::progress_log& progress)
{
    // Read with the first list: further themes of the request are of records that were read before.
    const auto first_text = run.input.records.size() + 1 + texts_of(settings.requested).size();
    const auto dimensions = settings.known_values
                                ? std::vector<dimensions::dimension>{}
                                : dimensions::redacted(settings.dimensions, run.redaction, first_text);
    if (!settings.requested.empty()) co_return co_await count_requested(run, texts, settings, dimensions, progress);
    std::vector<hierarchy::chunk> chunks{all_records(run.input)};
    if (settings.by_chunk)
        chunks = co_await hierarchy::make_chunks(run, candidate_prompts(run, texts), settings.chunking,
                                                 settings.date_field, progress);
    else if (run.reduces_vectors) co_await hierarchy::embed_records(run, progress);
    progress.set_chunk_count(chunks.size());
    co_return co_await count_induced(run, texts, settings, std::move(chunks), {}, dimensions, progress);
}

/// How the values were read, for the provenance.
void note_dimensions(sdk::call& call, std::size_t dimensions, const counted_themes& themes, std::size_t records)
{
    const auto read = std::ranges::count_if(themes.values, [](const auto& values) { return values.has_value(); });
    call.note("dimensions", static_cast<std::int64_t>(dimensions));
    call.note("unread_records", static_cast<std::int64_t>(records) - read);
}

} // namespace

sdk::task<theme_analysis> analyze(sdk::call& call, const analysis_input& input, const theme_settings& settings)
{
    if (settings.requested.empty() && !settings.by_chunk) co_await check_size(call, input, settings.limit.of_model);

    const auto              concurrency = settings.chunking.concurrency.limit;
    hierarchy::progress_log progress{call, input.records.size(), concurrency};
    progress.begin(phase::anonymise);
    const auto   codes     = co_await count_codes(call, input, settings);
    const auto   redaction = co_await hierarchy::anonymize(call, input, labels_of(codes));
    analysis_run run{.call = call, .input = input, .redaction = redaction, .concurrency = concurrency};
    run.reduces_vectors = settings.record_map && call.embedder() != nullptr;

    const offline::record_texts texts{input, redaction, call.word_vectors()};
    auto                        themes = co_await count(run, texts, settings, progress);
    std::ranges::stable_sort(themes.themes, {}, &counted_theme::is_far_from_question);
    set_missing_ids(themes);
    if (settings.known_values) themes.values = *settings.known_values;

    theme_analysis          analysis;
    std::vector<membership> counted; // themes, then values
    const auto              list_records = [&] {
        analysis.memberships = memberships_of(input, redaction, themes);
        counted              = analysis.memberships;
        std::ranges::move(memberships_of(input, themes, settings.dimensions), std::back_inserter(counted));
    };
    co_await call.compute(list_records);
    analysis.places = co_await place_records(run, analysis.memberships);
    analysis.groups = co_await settings.break_down(counted);
    for (std::size_t n = 0; n != themes.themes.size(); ++n)
        themes.themes[n].is_hidden_over_time = analysis.groups.hidden.has_theme(n);

    progress.begin(phase::write);
    const auto read_dates = [&] { return calendar{input.records, settings.date_field, settings.period}; };
    const auto dates      = co_await call.compute(read_dates);
    const auto make_table = [&] {
        return theme_table{input, redaction, themes, dates, settings.visible_trends != nullptr};
    };
    const auto table     = co_await call.compute(make_table);
    const auto unmatched = unmatched_words_of(input, redaction);
    const auto written   = co_await write(run, table, unmatched, codes, analysis.groups.hidden);

    if (!settings.dimensions.empty()) note_dimensions(call, settings.dimensions.size(), themes, input.records.size());

    progress.begin(phase::judge);
    const auto verdict = co_await judge(run, written);
    progress.end(run.usage);

    analysis.result.analysis      = co_await restored(call, input, redaction, written.text);
    analysis.result.quality_score = verdict.score;
    const auto finish             = [&] {
        analysis.result.uncertainty_explanation = explanation(verdict, run, table, themes, written);
        analysis.result.refused                 = themes.refused;
        write_themes(analysis, input, redaction, themes, dates, settings.dimensions);
    };
    co_await call.compute(finish);
    co_return analysis;
}

} // namespace verbatim::analyze_bulk::themes
