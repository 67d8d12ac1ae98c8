#include "themes/record_texts.hpp"

#include "verbatim/feedback/corpus.hpp"
#include "verbatim/text_analysis/non_answers.hpp"

#include <string>
#include <utility>

namespace verbatim::analyze_bulk::themes::offline {

struct record_texts::contents
{
    static constexpr std::uint32_t no_document = 0xFFFFFFFF;

    text_analysis::tokenizer                          tokenizer   = {};
    text_analysis::corpus                             corpus      = {};
    std::vector<std::uint32_t>                        document_of = {}; ///< by record
    std::optional<text_analysis::question>            question    = {};
    std::optional<text_analysis::document_directions> directions  = {};
};

record_texts::record_texts(const hierarchy::bulk_input& input, const feedback::redaction& redaction,
                           const sdk::word_vectors* words)
    : input_{input}
    , redaction_{redaction}
    , words_{words}
{}

record_texts::~record_texts() = default;

const record_texts::contents& record_texts::read() const
{
    std::call_once(once_, [this] {
        auto                                 result = std::make_unique<contents>();
        std::vector<text_analysis::document> documents;
        documents.reserve(input_.records.size());
        result->document_of.assign(input_.records.size(), contents::no_document);
        for (std::size_t n = 0; n != input_.records.size(); ++n)
        {
            if (text_analysis::is_non_answer(redaction_.unescaped_text(n).text())) continue;
            result->document_of[n] = static_cast<std::uint32_t>(documents.size());
            documents.push_back(
                feedback::to_document(*input_.records[n], redaction_, n, input_.shown_metadata, result->tokenizer));
            documents.back().id.clear();
        }
        result->corpus = text_analysis::make_corpus(std::move(documents));
        result->question.emplace(redaction_.unescaped_text(input_.records.size()).text(), result->tokenizer);
        if (words_ != nullptr) result->directions.emplace(result->corpus, *words_, result->tokenizer);
        contents_ = std::move(result);
    });
    return *contents_;
}

text_analysis::tokenizer& record_texts::tokenizer() const
{
    read();
    return contents_->tokenizer;
}

const text_analysis::question& record_texts::question() const { return *read().question; }

const text_analysis::corpus& record_texts::corpus() const { return read().corpus; }

const text_analysis::document_directions* record_texts::directions() const
{
    const auto& held = read().directions;
    return held ? &*held : nullptr;
}

std::optional<std::uint32_t> record_texts::document_of(std::size_t record) const
{
    const auto at = read().document_of[record];
    return at == contents::no_document ? std::nullopt : std::optional{at};
}

text_analysis::corpus record_texts::part(std::span<const std::size_t> records) const
{
    std::vector<text_analysis::document> documents;
    documents.reserve(records.size());
    for (std::size_t n = 0; n != records.size(); ++n)
        if (const auto at = document_of(records[n]))
        {
            documents.push_back(corpus().documents[*at]);
            documents.back().id = std::to_string(n + 1);
        }
    return text_analysis::make_corpus(std::move(documents));
}

} // namespace verbatim::analyze_bulk::themes::offline
