#pragma once

#include "verbatim/feedback/language.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::feedback {

/// The constant sentences that the server writes into an answer, in one language. Names in braces stand for numbers: see
/// filled.
struct answer_sentences
{
    std::string_view no_content;
    std::string_view judge_unavailable;
    std::string_view not_judged; ///< the built-in model, which does not judge, is the judge
    std::string_view analysis_truncated;
    std::string_view summary_truncated;
    std::string_view refused;            ///< {refused} of {total} records are left out
    std::string_view confidence;         ///< {judged} of {total} chunks, {failures}, {weakest}
    std::string_view sampled_confidence; ///< also {omitted}
    std::string_view failures;           ///< {count} of chunks
    std::string_view no_confidence;      ///< {total} chunks, none judged
};

const answer_sentences& answer_sentences_in(label_language language) noexcept;

/// The language of the constant sentences of an answer: the requested one, otherwise that of the question; English
/// without labels in it. `question` is empty for operations without one.
label_language sentence_language(const std::optional<output_language>& requested, std::string_view question = {});

/// The sentence with the values of the names in braces.
std::string filled(std::string_view sentence,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values);

} // namespace verbatim::feedback
