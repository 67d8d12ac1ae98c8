#include "summary.hpp"

#include "offline.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/corpus.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/refused_items.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace verbatim::summarize {

namespace {

struct summary_output
{
    std::string title;
    std::string summary;
};
struct record_output : summary_output
{};
struct bulk_output : summary_output
{};

void declare_members(sdk::schema_builder& schema, summary_output& output)
{
    schema.field("title", output.title, "3 to 5 words.");
    schema.field("summary", output.summary, "Short lines, each beginning with a hyphen.");
}

void declare(sdk::schema_builder& schema, record_output& output)
{
    schema.name("RecordSummary", "Title and summary of a record.");
    declare_members(schema, output);
}

void declare(sdk::schema_builder& schema, bulk_output& output)
{
    schema.name("BulkSummary", "Title and summary of many records.");
    declare_members(schema, output);
}

/// The string of a member; empty if it is absent or null; none if it has another type.
std::optional<std::string> text_of(const boost::json::object& object, std::string_view member)
{
    const auto* value = object.if_contains(member);
    if (!value || value->is_null()) return std::string{};
    if (const auto* text = value->if_string()) return std::string{*text};
    return std::nullopt;
}

std::string to_json(offline::summary_text text)
{
    record_output output;
    output.title   = std::move(text.title);
    output.summary = std::move(text.text);
    return sdk::to_json(output);
}

/// `language` is the requested language, if it has labels.
std::string offline_output(summary_scope scope, std::span<const feedback::record* const> records,
                           const feedback::redaction& redaction, std::optional<feedback::label_language> language)
{
    text_analysis::tokenizer tokenizer;
    const auto               corpus = feedback::to_corpus(records, redaction, {}, tokenizer);
    return scope == summary_scope::record ? to_json(offline::summarize_record(corpus, tokenizer))
                                          : offline_bulk_output(corpus, language, tokenizer);
}

constexpr std::size_t passes = 8; // over a text, to change it

bool is_blank(const written_summary& summary)
{
    return sdk::utf8::is_blank(summary.title) || sdk::utf8::is_blank(summary.text);
}

constexpr std::size_t frame_size = 64; // characters of an output besides its summary

std::size_t work_on(const written_summary& summary) { return passes * (summary.title.size() + summary.text.size()); }

} // namespace

const sdk::output_schema& schema_for(summary_scope scope)
{
    return scope == summary_scope::record ? feedback::output_schema_of<record_output>("record_summary")
                                          : feedback::output_schema_of<bulk_output>("bulk_summary");
}

std::string offline_bulk_output(const text_analysis::corpus& records, std::optional<feedback::label_language> language,
                                text_analysis::tokenizer& tokenizer)
{
    return to_json(offline::summarize_bulk(records, language.value_or(records.main_language), tokenizer));
}

std::string longest_output(std::size_t max_characters)
{
    return to_json(
        {.title = "Summary", .text = std::string(std::max(max_characters, frame_size + 1) - frame_size, 'a')});
}

sdk::task<> remove_foreign_links(sdk::call& call, written_summary& summary, std::string_view crm_base_url)
{
    const auto remove = [&] {
        summary.title = feedback::response_text{summary.title};
        summary.text  = feedback::response_text::filtered(summary.text, crm_base_url);
    };
    co_await feedback::compute_if_large(call, work_on(summary), remove);
    if (is_blank(summary)) throw sdk::error{sdk::errc::analysis_unavailable, "blank title or summary"};
}

sdk::task<summary> restore(sdk::call& call, const written_summary& written, const feedback::redaction& redaction,
                           std::string_view crm_base_url)
{
    const auto restore_both = [&] {
        return summary{.title         = redaction.restore(written.title),
                       .text          = redaction.restore(written.text, {}, crm_base_url),
                       .quality_score = {}};
    };
    co_return co_await feedback::compute_if_large(call, work_on(written), restore_both);
}

std::optional<written_summary> parse_summary(std::string_view output)
{
    const auto  last   = feedback::last_value(output);
    const auto* object = last ? last->value.if_object() : nullptr;
    if (!object) return std::nullopt;
    auto title = text_of(*object, "title");
    auto text  = text_of(*object, "summary");
    if (!title || !text) return std::nullopt;
    return written_summary{.title = std::move(*title), .text = std::move(*text)};
}

namespace {

/// The call that writes a summary.
struct summary_call
{
    summary_scope                           scope;
    const sdk::prompt_text&                 system;
    std::optional<feedback::label_language> language;
};

struct completed_summary
{
    written_summary      texts;
    feedback::completion completion;
};

/// A blank title or text is asked for again like an unreadable output, and is then analysis_unavailable.
sdk::task<sdk::result<completed_summary>> write_summary(sdk::call& call, const summary_call& settings,
                                                        feedback::record_span records)
{
    const auto                     scope = settings.scope;
    std::optional<written_summary> texts;
    feedback::prompt               prompt;
    prompt.system        = settings.system;
    prompt.output_schema = &schema_for(scope);
    for (const auto* record : records) prompt.redacted.push_back(record->content);
    prompt.fields.records = records;
    if (scope == summary_scope::bulk) prompt.advice_if_too_large = hierarchy::advice_if_too_large;
    prompt.user = [&](const feedback::redaction& redaction) {
        auto blocks = feedback::record_blocks(records, redaction);
        return scope == summary_scope::record ? std::move(blocks) : feedback::tagged("feedback_records", blocks);
    };
    prompt.parse = [&](std::string_view output) {
        texts = parse_summary(output);
        return texts && !is_blank(*texts);
    };
    prompt.offline = [&](const feedback::redaction& redaction) {
        return offline_output(scope, records, redaction, settings.language);
    };
    prompt.longest  = &longest_output;
    auto completion = co_await feedback::try_complete(call, prompt);
    if (!completion)
    {
        const bool is_incomplete =
            texts && completion.error().cause == sdk::failure_cause::unreadable && is_blank(*texts);
        if (is_incomplete) co_return sdk::error{sdk::errc::analysis_unavailable, "blank title or summary"};
        co_return std::move(completion).error();
    }
    co_return completed_summary{std::move(texts).value(), std::move(*completion)};
}

} // namespace

sdk::task<summary> summarize(sdk::call& call, summary_scope scope, std::span<const feedback::record* const> records,
                             const sdk::prompt_text& system, std::optional<feedback::label_language> language,
                             std::string_view crm_base_url)
{
    const summary_call                                    settings{scope, system, language};
    const feedback::call_about_records<completed_summary> write = [&](feedback::record_span part) {
        return write_summary(call, settings, part);
    };
    auto written              = co_await feedback::call_without_refused(records, write);
    auto& [texts, completion] = written.completed;
    co_await remove_foreign_links(call, texts, crm_base_url);

    const auto source           = feedback::record_blocks(written.records, completion.names);
    const auto redacted_summary = co_await feedback::completion_text(call, completion.names, texts.text);
    const auto phase            = call.phase("judge");
    const auto verdict          = co_await feedback::judge_summary(call, source, redacted_summary);
    feedback::log_failure(call, verdict);

    auto result          = co_await restore(call, texts, completion.names, crm_base_url);
    result.quality_score = verdict.score;
    result.refused       = std::move(written.refused);
    co_return result;
}

} // namespace verbatim::summarize
