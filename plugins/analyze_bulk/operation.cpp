#include "operation.hpp"

#include "analysis_modes.hpp"
#include "breakdown/breakdown.hpp"
#include "themes/analysis.hpp"
#include "themes/response.hpp"
#include "wire.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/pretty_output.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/call.hpp"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// Maximum JSON bytes of the coding trends in a response with themes, a breakdown or a comparison.
constexpr std::size_t reduced_trend_bytes = 1u << 20;

void log_trends(sdk::log& log, const trend_counts& counts, std::size_t records, const trend_fields& fields)
{
    if (!counts.trends)
        return log.write(sdk::severity::warning, "coding_trends_empty", {{"records", records}, {"dated", 0}});
    if (counts.trends->cells.empty())
        /// No dates or no codes.
        log.write(sdk::severity::warning, "coding_trends_empty",
                  {{"records", records},
                   {"periods", counts.trends->periods.size()},
                   {"code_fields", boost::algorithm::join(fields.codes, ",")}});
    if (const auto periods = counts.periods.omitted_records; counts.omitted_labels != 0 || periods != 0)
        /// Labels, periods or codes were left out: see
        /// docs/reference/operations/analyze-bulk.md#limits-of-coding-trends.
        log.write(sdk::severity::warning, "coding_trends_limited",
                  {{"records", records}, {"labels", counts.omitted_labels}, {"periods", periods}});
}

sdk::task<trend_counts> trends_of(sdk::call& call, std::span<const feedback::record* const> records,
                                  const trend_fields& fields, feedback::period_length length,
                                  const trend_limits& limits = {})
{
    const auto bytes = feedback::bytes_of({records, fields.codes});
    const auto count = [&] { return count_trends(records, fields, length, limits); };
    co_return co_await feedback::compute_if_large(call, bytes, count);
}

/// Runs tests of this number of series over the periods, on the pool if there are many.
template <class Work>
sdk::task<> run_tests(sdk::call& call, std::size_t series, const period_table& periods, Work& work)
{
    constexpr std::size_t bytes_per_count = 2'048; // of text that take as long as a count, about 2 µs
    co_await feedback::compute_if_large(call, bytes_per_count * series * periods.labels.size(), work);
}

sdk::task<> add_tests(sdk::call& call, trend_counts& counts)
{
    const auto test = [&] { test_changes(counts); };
    co_await run_tests(call, counts.codes.size(), counts.periods, test);
}

feedback::response_text pretty(const response& response, feedback::label_language labels)
{
    return feedback::pretty_output({.id_label      = {},
                                    .ids           = {},
                                    .quality_score = response.quality_score,
                                    .title         = "Analysis",
                                    .text          = response.analysis},
                                   labels);
}

void add_themes(response& response, themes::theme_analysis analysis)
{
    response.themes             = std::move(analysis.themes);
    response.unassigned_count   = static_cast<std::int64_t>(analysis.unassigned_count);
    response.unassigned         = std::move(analysis.unassigned);
    response.dropped_references = static_cast<std::int64_t>(analysis.dropped);
    if (!analysis.dimensions.empty()) response.dimensions = std::move(analysis.dimensions);
}

void add_restored(response& response)
{
    std::vector<restored_member> members;
    const auto                   add = [&](std::string_view name, const feedback::response_text& text) {
        if (!text.restored().empty()) members.push_back({std::string{name}, text.restored(), text.masked()});
    };
    add("analysis", response.analysis);
    add("uncertainty_explanation", response.uncertainty_explanation);
    if (response.themes)
        if (auto kinds = themes::restored_in(*response.themes); !kinds.empty())
            members.push_back({"themes", std::move(kinds), std::nullopt});
    if (!members.empty()) response.restored = std::move(members);
}

void add_groups(response& response, const request& request, breakdown_result groups)
{
    if (!request.breakdown_by.empty()) response.breakdown = std::move(groups.keys);
    response.comparison = std::move(groups.comparison);
}

sdk::task<> add_changes(sdk::call& call, std::vector<theme_entry>& themes, std::span<const membership> memberships,
                        const period_table& periods)
{
    const auto test = [&] {
        std::vector<time_series> series;
        for (std::size_t n = 0; n != memberships.size(); ++n)
            series.push_back(themes[n].is_suppressed_over_time ? time_series{} : series_of(memberships[n], periods));
        auto changes = find_changes(series, periods.labels);
        for (std::size_t n = 0; n != themes.size() && n != changes.size(); ++n)
            themes[n].changes = std::move(changes[n]);
    };
    co_await run_tests(call, memberships.size(), periods, test);
}

} // namespace

operation::operation(settings settings)
    : settings_{std::move(settings)}
    , shown_metadata_{settings_.metadata.visible_to_models()}
    , trend_fields_{settings_.fields()}
    , visible_trend_fields_{settings_.visible_fields()}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name    = "analyze_bulk",
        .path    = "/v1/analyze-bulk",
        .summary = "Answer a question from many feedback records",
        .description =
            "Answers a question from feedback records. A second model call scores the answer. Records without content "
            "are left out. Record ids in the answer become links if `crm_feedback_base_url` is set. Use mode "
            "`hierarchical` for records that exceed one model call: it analyses groups of similar records and combines "
            "the results. `confidence` and the last sentence of `uncertainty_explanation` then report how well the "
            "groups support the answer.",
        .tag                = "Bulk Inference",
        .usage_label        = "analyze",
        .deadline           = std::chrono::seconds{600},
        .errors             = {sdk::errc::analysis_unavailable},
        .open_members       = settings_.metadata.all(),
        .open_member_fields = {"breakdown_by", "compare.key"}};
}

sdk::task<breakdown_result> operation::count_groups(sdk::call& call, const request& request,
                                                    std::span<const feedback::record* const> records,
                                                    std::span<const membership>              themes,
                                                    feedback::period_length                  period) const
{
    if (request.breakdown_by.empty() && !request.comparison) co_return breakdown_result{};
    const auto              codes = trend_fields_.labels();
    const breakdown_request groups{.keys       = request.breakdown_by,
                                   .comparison = request.comparison,
                                   .codes      = codes,
                                   .date_field = trend_fields_.date,
                                   .period     = period,
                                   .min_cell   = settings_.min_cell};
    const auto              work = [&] { return break_down(records, themes, groups); };
    co_return co_await call.compute(work);
}

sdk::task<themes::theme_analysis> operation::analyze_themes(sdk::call& call, const analysis_input& input,
                                                            const request&                         request,
                                                            std::span<const dimensions::dimension> dimensions,
                                                            feedback::period_length                length) const
{
    std::optional<std::vector<std::optional<std::vector<dimensions::value_number>>>> known;
    const auto find_values = [&] { return dimensions::known_values(request.dimensions, input.records); };
    if (!request.reads_dimensions) known = co_await call.compute(find_values);
    themes::theme_limit limit;
    if (request.max_themes) limit.of_model = limit.built_in = static_cast<std::size_t>(*request.max_themes);
    const themes::theme_settings settings{.limit          = limit,
                                          .by_chunk       = request.mode == analysis_mode::hierarchical,
                                          .chunking       = settings_.hierarchical,
                                          .date_field     = settings_.metadata.date,
                                          .visible_trends = visible_trend_fields_ ? &*visible_trend_fields_ : nullptr,
                                          .period         = length,
                                          .requested      = request.themes,
                                          .induce_more    = request.induce_more,
                                          .record_map     = request.record_map,
                                          .dimensions     = dimensions,
                                          .known_values   = known ? &*known : nullptr,
                                          .break_down     = [&](std::span<const membership> themes) {
                                              return count_groups(call, request, input.records, themes, length);
                                          }};
    co_return co_await themes::analyze(call, input, settings);
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    const auto records   = feedback::with_content(request.records);
    const auto language  = feedback::requested_language(call, request.output_language);
    const auto labels    = feedback::label_language_for(call, language);
    const auto sentences = feedback::sentence_language(language, request.prompt);
    const auto length    = request.trend_period.value_or(settings_.default_period);

    const auto dimensions = dimensions::dimensions_of(request.dimensions, sentences);

    response response{.feedback_record_count = static_cast<std::int64_t>(records.size()),
                      .request_id            = std::string{call.request_id()}};
    if (const auto dropped = request.records.size() - records.size(); dropped != 0)
        call.log().write(sdk::severity::info, "empty_records_dropped", {{"count", dropped}});
    if (records.empty())
    {
        response.uncertainty_explanation = feedback::answer_sentences_in(sentences).no_content;
        if (request.detail == analysis_detail::themes) add_themes(response, themes::without_records(dimensions));
        if (request.record_map && call.embedder()) response.record_map.emplace();
        add_groups(response, request, co_await count_groups(call, request, records, {}, length));
        response.pretty_output = pretty(response, labels);
        co_return response;
    }

    if (request.mode == analysis_mode::hierarchical && request.themes.empty() && !call.embedder())
        throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};

    const auto base_url   = request.crm_base_url.value_or("");
    auto       list_texts = themes::texts_of(request.themes);
    std::ranges::copy(dimensions::texts_of(dimensions), std::back_inserter(list_texts));
    const analysis_input    input{.records        = records,
                                  .prompt         = request.prompt,
                                  .further_texts  = list_texts,
                                  .anonymize      = request.anonymize,
                                  .shown_metadata = shown_metadata_,
                                  .language       = language,
                                  .sentences      = sentences,
                                  .crm_base_url   = base_url,
                                  .has_comparison = request.comparison.has_value(),
                                  .in_prose       = request.restore.value_or(hierarchy::restoration::all),
                                  .in_quotes      = request.restore.value_or(hierarchy::restoration::none)};
    analysis_result         result;
    std::vector<membership> memberships; // of the themes; empty with detail `text`
    breakdown_result        groups;
    trend_limits            limits;
    if (request.detail == analysis_detail::themes)
    {
        auto analysis     = co_await analyze_themes(call, input, request, dimensions, length);
        result            = std::move(analysis.result);
        memberships       = std::move(analysis.memberships);
        groups            = std::move(analysis.groups);
        limits.json_bytes = reduced_trend_bytes;
        if (!analysis.places.empty())
        {
            const auto make_map = [&] { response.record_map = map_of(records, analysis.places); };
            co_await call.compute(make_map);
        }
        add_themes(response, std::move(analysis));
    }
    else
    {
        groups = co_await count_groups(call, request, records, {}, length);
        trend_counts visible;
        if (visible_trend_fields_) visible = co_await trends_of(call, records, *visible_trend_fields_, length);
        leave_out(visible, groups.hidden);
        co_await add_tests(call, visible);
        if (request.mode == analysis_mode::hierarchical)
            result = co_await hierarchical(call, input, visible, settings_.hierarchical, settings_.metadata.date);
        else result = co_await single_pass(call, input, visible);
    }

    if (!request.breakdown_by.empty() || request.comparison) limits.json_bytes = reduced_trend_bytes;
    auto counts = co_await trends_of(call, records, trend_fields_, length, limits);
    log_trends(call.log(), counts, records.size(), trend_fields_);
    leave_out(counts, groups.hidden);
    if (response.themes) co_await add_changes(call, *response.themes, memberships, counts.periods);
    if (response.themes || request.trend_tests) co_await add_tests(call, counts);
    response.trends = std::move(counts.trends);

    add_groups(response, request, std::move(groups));
    response.analysis                = co_await feedback::add_links(call, result.analysis, base_url, records);
    response.quality_score           = result.quality_score;
    response.uncertainty_explanation = std::move(result.uncertainty_explanation);
    response.confidence              = result.confidence;
    if (!result.refused.empty()) response.refused_records.emplace();
    for (const auto position : result.refused) response.refused_records->push_back(records[position]->id);
    response.used_anonymization = request.anonymize;
    add_restored(response);
    response.pretty_output = pretty(response, labels);
    co_return response;
}

} // namespace verbatim::analyze_bulk
