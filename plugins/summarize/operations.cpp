#include "operations.hpp"

#include "hierarchical.hpp"
#include "prompts.hpp"
#include "summary.hpp"
#include "wire.hpp"

#include "verbatim/feedback/answer_sentences.hpp"
#include "verbatim/feedback/hyperlinks.hpp"
#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/pretty_output.hpp"
#include "verbatim/sdk/call.hpp"

#include <array>
#include <utility>

namespace verbatim::summarize {

namespace {

template <class Response>
feedback::response_text pretty(std::string_view label, std::string_view head, const Response& response,
                               feedback::label_language labels)
{
    return feedback::pretty_output({.id_label      = label,
                                    .ids           = std::string{head},
                                    .quality_score = response.quality_score,
                                    .title         = response.title,
                                    .text          = response.summary},
                                   labels);
}

std::string join(const std::vector<std::string>& ids)
{
    std::string text;
    for (std::size_t n = 0; n != ids.size(); ++n) text.append(n == 0 ? "" : ", ").append(ids[n]);
    return text;
}

} // namespace

sdk::descriptor summarize_record::describe() const
{
    return {.name        = "summarize",
            .path        = "/v1/summarize",
            .summary     = "Summarize one feedback record",
            .description = "Writes a title and a few lines in the language of the record. A second model call scores "
                           "them. A record without content gets empty texts.",
            .tag         = "Inference",
            .usage_label = "summarize",
            .deadline    = std::chrono::seconds{120},
            .max_output_tokens = 2'048,
            .errors            = {sdk::errc::analysis_unavailable},
            .open_members      = std::vector<std::string>{}};
}

sdk::task<record_response> summarize_record::run(sdk::call& call, const record_request& request) const
{
    const auto&     record = request.record;
    record_response response{.id = record.id, .title = {}, .summary = {}, .quality_score = {}, .pretty_output = {}};
    if (!record.content.empty())
    {
        const auto       code     = feedback::detect_language(record.content);
        const auto       language = code ? feedback::find_language(*code) : std::nullopt;
        const auto       system   = prompts::for_record(language);
        const std::array records{&record};

        auto result            = co_await summarize(call, summary_scope::record, records, system);
        response.title         = std::move(result.title);
        response.summary       = std::move(result.text);
        response.quality_score = result.quality_score;
    }
    response.pretty_output = pretty("Feedback-ID", response.id, response, feedback::label_language::english);
    co_return response;
}

summarize_bulk::summarize_bulk(hierarchy::settings settings)
    : settings_{std::move(settings)}
{}

sdk::descriptor summarize_bulk::describe() const
{
    return {.name    = "summarize_bulk",
            .path    = "/v1/summarize-bulk",
            .summary = "Summarize many feedback records together",
            .description =
                "Writes one title and the themes of all records, the most frequent first. A second model call scores "
                "them. Records without content are left out. Record ids in the summary become links if "
                "`crm_feedback_base_url` is set. Use mode `hierarchical` for records that exceed one model call: it "
                "summarizes groups of similar records and combines the results.",
            .tag               = "Bulk Inference",
            .usage_label       = "summarize_aggregate",
            .deadline          = std::chrono::seconds{600},
            .max_output_tokens = 4'096,
            .errors            = {sdk::errc::analysis_unavailable},
            .open_members      = std::vector<std::string>{}};
}

sdk::task<bulk_response> summarize_bulk::run(sdk::call& call, const bulk_request& request) const
{
    const auto records  = feedback::with_content(request.records);
    const auto language = feedback::requested_language(call, request.output_language);
    const auto labels   = feedback::label_language_for(call, language);
    if (const auto dropped = request.records.size() - records.size(); dropped != 0)
        call.log().write(sdk::severity::info, "empty_records_dropped", {{"count", dropped}});

    bulk_response response{.ids = {}, .title = {}, .summary = {}, .quality_score = {}, .pretty_output = {}};
    for (const auto* record : records) response.ids.push_back(record->id);
    if (!records.empty())
    {
        const auto base_url = request.crm_base_url.value_or("");
        summary    result;
        if (request.mode == summary_mode::hierarchical)
        {
            const hierarchy::bulk_input input{.records        = records,
                                              .prompt         = {},
                                              .shown_metadata = {},
                                              .language       = language,
                                              .sentences      = feedback::sentence_language(language),
                                              .crm_base_url   = base_url};
            auto                        chunked = co_await summarize_chunks(call, input, settings_);
            result                              = std::move(chunked.result);
            response.confidence                 = chunked.confidence;
            response.uncertainty_explanation    = std::move(chunked.uncertainty_explanation);
        }
        else
        {
            const auto system    = prompts::for_bulk(records.size(), language);
            const auto requested = language ? language->labels() : std::nullopt;
            result               = co_await summarize(call, summary_scope::bulk, records, system, requested, base_url);
        }
        if (!result.refused.empty()) response.refused_records.emplace();
        for (const auto position : result.refused) response.refused_records->push_back(records[position]->id);
        response.title         = std::move(result.title);
        response.summary       = co_await feedback::add_links(call, result.text, base_url, records);
        response.quality_score = result.quality_score;
    }
    response.pretty_output = pretty("IDs", join(response.ids), response, labels);
    co_return response;
}

} // namespace verbatim::summarize
