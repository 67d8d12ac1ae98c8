#include "verbatim/hierarchy/bulk_input.hpp"

#include "verbatim/feedback/corpus.hpp"
#include "verbatim/feedback/markup.hpp"

#include <utility>

namespace verbatim::hierarchy {

std::vector<std::string_view> texts_of(const bulk_input& input)
{
    std::vector<std::string_view> texts;
    texts.reserve(input.records.size() + 1 + input.further_texts.size());
    for (const auto* record : input.records) texts.push_back(record->content);
    texts.push_back(input.prompt);
    texts.insert(texts.end(), input.further_texts.begin(), input.further_texts.end());
    return texts;
}

std::vector<std::string_view> ids_of(const bulk_input& input, const feedback::redaction& redaction)
{
    std::vector<std::string_view> ids;
    ids.reserve(input.records.size());
    for (const auto* record : input.records) ids.push_back(redaction.unescaped_field(record->id));
    return ids;
}

sdk::task<feedback::redaction> anonymize(sdk::call& call, const bulk_input& input, std::vector<std::string_view> labels)
{
    if (!input.anonymize) co_return feedback::redaction{texts_of(input)};
    feedback::record_fields fields{.records = input.records, .metadata = input.shown_metadata};
    fields.labels = std::move(labels);
    co_return co_await feedback::redact(call, texts_of(input), {}, std::move(fields));
}

sdk::enum_values declare(restoration)
{
    return {"Restoration",
            {{"none", restoration::none, "All placeholders stay."},
             {"ids", restoration::ids, "Only what occurs in ids and metadata is restored."},
             {"all", restoration::all, "All placeholders are restored, except names of persons."}}};
}

feedback::response_text restore(const feedback::redaction& redaction, std::string_view text, restoration which,
                                std::string_view crm_base_url)
{
    switch (which)
    {
    case restoration::none: return redaction.restore_none(text, crm_base_url);
    case restoration::ids: return redaction.restore_fields(text, crm_base_url);
    case restoration::all: break;
    }
    return redaction.restore(text, {"PERSON"}, crm_base_url);
}

sdk::task<feedback::response_text> restored(sdk::call& call, const bulk_input& input,
                                            const feedback::redaction& redaction, std::string_view text)
{
    const auto            write  = [&] { return restore(redaction, text, input.in_prose, input.crm_base_url); };
    constexpr std::size_t passes = 8;
    co_return co_await feedback::compute_if_large(call, passes * text.size(), write);
}

sdk::prompt_text record_blocks(const bulk_input& input, const feedback::redaction& redaction,
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

text_analysis::corpus corpus_of(const bulk_input& input, const feedback::redaction& redaction,
                                std::span<const std::size_t> positions, text_analysis::tokenizer& tokenizer)
{
    std::vector<text_analysis::document> documents;
    documents.reserve(positions.size());
    for (const auto n : positions)
        documents.push_back(feedback::to_document(*input.records[n], redaction, n, input.shown_metadata, tokenizer));
    return text_analysis::make_corpus(std::move(documents));
}

} // namespace verbatim::hierarchy
