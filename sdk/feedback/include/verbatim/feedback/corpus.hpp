#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace verbatim::feedback {

/// A record for an offline completion: like a model, it sees the redacted content, here the n-th text of `names`, and
/// of the metadata only `metadata_fields`.
text_analysis::document to_document(const record& record, const redaction& names, std::size_t n,
                                    std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer);

/// Those of `records`; the content of the n-th is the n-th text of `names`.
text_analysis::corpus to_corpus(std::span<const record* const> records, const redaction& names,
                                std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer);

} // namespace verbatim::feedback
