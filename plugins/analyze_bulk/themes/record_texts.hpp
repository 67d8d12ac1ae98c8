#pragma once

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/sdk/word_vectors.hpp"
#include "verbatim/text_analysis/corpus.hpp"
#include "verbatim/text_analysis/directions.hpp"
#include "verbatim/text_analysis/question.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::analyze_bulk::themes::offline {

/// The records of an analysis as the built-in model reads them: each text is split into words once, at the first call.
/// Borrows its arguments. Functions may run at the same time, except with those of the tokenizer that are not const.
/// [any thread]
class record_texts
{
public:
    /// `words` may be null: then nothing has a direction.
    record_texts(const hierarchy::bulk_input& input, const feedback::redaction& redaction,
                 const sdk::word_vectors* words);
    ~record_texts();

    record_texts(const record_texts&)            = delete;
    record_texts& operator=(const record_texts&) = delete;

    const hierarchy::bulk_input& input() const { return input_; }
    const sdk::word_vectors*     words() const { return words_; }

    /// Of all texts.
    text_analysis::tokenizer& tokenizer() const;

    /// The words of the request's question that name its subject.
    const text_analysis::question& question() const;

    /// The records that say something, in the order of the request, without ids. is_non_answer() tells the others.
    const text_analysis::corpus& corpus() const;

    /// The directions of these documents; null without word vectors.
    const text_analysis::document_directions* directions() const;

    /// The document of a record; none if it says nothing.
    std::optional<std::uint32_t> document_of(std::size_t record) const;

    /// Copies of the documents of these records, whose ids are the numbers of the records in this list, from 1 on.
    text_analysis::corpus part(std::span<const std::size_t> records) const;

    /// Whether these are all records, in any order.
    bool are_all(std::span<const std::size_t> records) const { return records.size() == input_.records.size(); }

private:
    struct contents;

    const contents& read() const;

    const hierarchy::bulk_input& input_;
    const feedback::redaction&   redaction_;
    const sdk::word_vectors*     words_;
    mutable std::once_flag       once_;

    mutable std::unique_ptr<contents> contents_;
};

} // namespace verbatim::analyze_bulk::themes::offline
