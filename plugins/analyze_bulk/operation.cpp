#include "operation.hpp"

#include "hierarchical.hpp"
#include "single_pass.hpp"
#include "wire.hpp"

#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/pretty_output.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/call.hpp"

#include <functional>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

std::string joined(const std::vector<std::string>& keys)
{
    std::string all;
    for (const auto& key : keys) all.append(all.empty() ? "" : ",").append(key);
    return all;
}

/// Bytes of a record's id and metadata, more or less: what tells a large request from a small one.
constexpr std::size_t about_a_record = 256;

sdk::task<std::optional<coding_trends>> trends_of(sdk::call& call, std::span<const feedback::record* const> kept,
                                                  const trend_fields& fields, period width)
{
    std::optional<coding_trends> trends;
    const std::function<void()>  count = [&] { trends = count_trends(kept, fields, width); };
    co_await feedback::compute_if_large(call, kept.size() * about_a_record, count);
    if (!trends)
        call.log_line().write(sdk::severity::warning, "trends empty", {{"records", kept.size()}, {"dated", 0}});
    else if (trends->cells.empty())
        call.log_line().write(
            sdk::severity::warning, "trends empty",
            {{"records", kept.size()}, {"periods", trends->periods.size()}, {"code_fields", joined(fields.codes)}});
    co_return trends;
}

std::string pretty(const reply& given, feedback::label_language labels)
{
    return feedback::pretty_output({.head_label    = {},
                                    .head          = {},
                                    .quality_score = given.quality_score,
                                    .title         = "Analysis",
                                    .text          = given.analysis},
                                   labels);
}

} // namespace

operation::operation(settings chosen)
    : chosen_{std::move(chosen)}
    , shown_metadata_{chosen_.metadata.shown()}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name    = "analyze_bulk",
        .path    = "/v1/analyze-bulk",
        .summary = "Answer a question from many feedback records",
        .description =
            "Reads all records, answers the question, and has the answer scored by a second model call. Records "
            "without content are left out. Record ids in the answer become links when a base URL is given. A corpus "
            "that is too large for one model call is read in mode `hierarchical`: records of one theme are read "
            "together, chunk by chunk, and what is said of them is combined; `confidence` and the last sentence of "
            "`uncertainty_explanation` tell how well the chunks bear it out.",
        .tag          = "Bulk Inference",
        .usage_label  = "analyze",
        .deadline     = std::chrono::seconds{600},
        .asks         = sdk::type_of<request>(),
        .answers      = sdk::type_of<reply>(),
        .refuses      = {sdk::errc::analysis_unavailable},
        .open_members = chosen_.metadata.all()};
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    const auto& asked    = call.asked<request>();
    const auto  kept     = feedback::with_content(asked.records);
    const auto  language = feedback::sanitized_language(asked.output_language.value_or(""));
    const auto  labels   = feedback::labels_in(call, language);

    reply given{.feedback_record_count = static_cast<std::int64_t>(kept.size()),
                .request_id            = std::string{call.request_id()}};
    if (const auto dropped = asked.records.size() - kept.size(); dropped != 0)
        call.log_line().write(sdk::severity::info, "empty records dropped", {{"count", dropped}});
    if (kept.empty())
    {
        given.uncertainty_explanation = feedback::no_content;
        given.pretty_output           = pretty(given, labels);
        co_return sdk::ok(given);
    }

    if (asked.how == mode::hierarchical && !call.embeddings())
        throw sdk::error{sdk::errc::analysis_unavailable, "no embedder"};

    given.trends =
        co_await trends_of(call, kept, chosen_.fields(), asked.trend_period.value_or(chosen_.default_period));
    const subject about{.records        = kept,
                        .prompt         = asked.prompt,
                        .anonymize      = asked.anonymize,
                        .shown_metadata = shown_metadata_,
                        .language       = language};
    findings      found;
    if (asked.how == mode::hierarchical)
        found = co_await hierarchical(call, about, given.trends, chosen_.parts, chosen_.metadata.date);
    else found = co_await single_pass(call, about);

    const std::function<void()> link = [&] {
        given.analysis = feedback::with_links(found.analysis, asked.crm_base_url.value_or(""), kept);
    };
    co_await feedback::compute_if_large(call, kept.size() * about_a_record, link);
    given.quality_score           = found.quality_score;
    given.uncertainty_explanation = std::move(found.uncertainty_explanation);
    given.confidence              = found.confidence;
    given.used_anonymization      = asked.anonymize;
    given.pretty_output           = pretty(given, labels);
    co_return sdk::ok(given);
}

} // namespace verbatim::analyze_bulk
