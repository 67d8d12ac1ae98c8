#pragma once

#include "extractive/tokenizer.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::extractive {

/// A feedback record as a message shows it.
struct corpus_record
{
    std::string                          id;
    tokenized_text                       content;
    std::optional<std::chrono::sys_days> day;
    std::vector<std::string>             labels; ///< existing codes, in the order of their fields
};

struct corpus
{
    std::vector<corpus_record> records;
    language                   main_language = language::english; ///< that of most records
};

/// The records of a user message; when it holds no record element, the whole of `message` is one record without id. An
/// escaped message inside a message (a judge's source) is looked into too.
corpus read_corpus(std::string_view message, tokenizer& tokenizer);

/// Marks sentences that carry no topic of the community: what the note taker's side replied, and closing sentences that
/// many records share word by word. One flag for each sentence of each note.
std::vector<std::vector<bool>> boilerplate(const corpus& records);

/// The text of a sentence on one line, at most `most` bytes, cut between words and then ended by an ellipsis;
/// placeholders whole.
std::string shortened(const tokenized_text& text, const sentence& sentence, std::size_t max_bytes);

} // namespace verbatim::core::extractive
