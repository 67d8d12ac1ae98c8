#pragma once

#include "verbatim/text_analysis/tokenizer.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::text_analysis {

/// A text of a corpus with its metadata.
struct document
{
    std::string                          id; ///< may be empty
    tokenized_text                       content;
    std::optional<std::chrono::sys_days> day;
    std::vector<std::string>             labels; ///< existing codes, the broadest first
};

/// Texts that are compared with each other, all from the same tokenizer.
struct corpus
{
    std::vector<document> documents;
    language              main_language = language::english; ///< of most documents
};

/// Determines the main language.
corpus make_corpus(std::vector<document> documents);

/// Adds a metadata value: a date (`2026-03-02`, see parse_date) is the document's day if it has none, a number is
/// ignored, and the comma-separated parts of any other text are labels.
void add_metadata(document& target, std::string_view value);

} // namespace verbatim::text_analysis
