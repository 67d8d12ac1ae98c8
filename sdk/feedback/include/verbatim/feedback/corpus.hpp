#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace verbatim::feedback {

/// A record as input of an offline completion, with the same data as a model gets: the redacted content, which is the
/// n-th text of `names`, the id and the metadata in `metadata_fields`.
text_analysis::document to_document(const record& record, const redaction& names, std::size_t n,
                                    std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer);

/// The documents of `records`; the content of the n-th is the n-th text of `names`.
text_analysis::corpus to_corpus(std::span<const record* const> records, const redaction& names,
                                std::span<const std::string> metadata_fields, text_analysis::tokenizer& tokenizer);

} // namespace verbatim::feedback
