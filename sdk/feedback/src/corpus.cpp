#include "verbatim/feedback/corpus.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <utility>
#include <vector>

namespace verbatim::feedback {

text_analysis::document to_document(const record& record, const redaction& names, std::size_t n,
                                    std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer)
{
    const auto              content = names.unescaped_text(n);
    text_analysis::document document{.id      = std::string{names.unescaped_field(record.id)},
                                     .content = tokenizer.tokenize(sdk::utf8::trimmed(content.text())),
                                     .day     = {},
                                     .labels  = {}};
    for (const auto& field : metadata_fields)
        if (const auto* value = record.metadata.if_contains(field))
            text_analysis::add_metadata(document, names.unescaped_field(metadata_text(*value)));
    return document;
}

text_analysis::corpus to_corpus(std::span<const record* const> records, const redaction& names,
                                std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer)
{
    std::vector<text_analysis::document> documents;
    documents.reserve(records.size());
    for (std::size_t n = 0; n != records.size(); ++n)
        documents.push_back(to_document(*records[n], names, n, metadata_fields, tokenizer));
    return text_analysis::make_corpus(std::move(documents));
}

} // namespace verbatim::feedback
