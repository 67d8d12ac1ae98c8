#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/literal.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::hierarchy {

/// Which placeholders of a response are restored; those of names of persons never are.
enum class restoration
{
    none,
    ids, ///< what occurs in ids and shown metadata
    all,
};
sdk::enum_values declare(restoration);

/// The input of an operation on many records. Borrows from the request.
struct bulk_input
{
    std::span<const feedback::record* const> records; ///< those with content, in request order
    std::string_view                         prompt;  ///< the analyst's question; empty for operations without one
    std::span<const std::string_view>        further_texts = {}; ///< of the request, for a model
    bool                                     anonymize     = true;
    std::span<const std::string>             shown_metadata; ///< metadata keys that may be sent to a model
    std::optional<feedback::output_language> language;
    feedback::label_language sentences      = feedback::label_language::english; ///< language of constant sentences
    std::string_view         crm_base_url   = {};                                ///< links of a model may lead below it
    bool                     has_comparison = false; ///< the response compares groups of records
    restoration              in_prose       = restoration::all;
    restoration              in_quotes      = restoration::none; ///< and in titles and definitions
};

/// Ends the error about records that exceed a single model call: see feedback::check_budget.
inline constexpr sdk::literal advice_if_too_large{"send mode `hierarchical`, or fewer records"};

/// Texts that may hold personal data: the contents, then the prompt, then the further texts.
std::vector<std::string_view> texts_of(const bulk_input& input);

/// The ids as a model gets them, without escaping. Views of `input` and `redaction`.
std::vector<std::string_view> ids_of(const bulk_input& input, const feedback::redaction& redaction);

/// The redaction of texts_of(input), ids, shown metadata and further `labels`. It replaces nothing without
/// `input.anonymize`. [call] [may wait]
sdk::task<feedback::redaction> anonymize(sdk::call& call, const bulk_input& input,
                                         std::vector<std::string_view> labels = {});

/// A text of a response: what `which` names is restored, then foreign links are removed.
feedback::response_text restore(const feedback::redaction& redaction, std::string_view text, restoration which,
                                std::string_view crm_base_url = {});

/// The model's prose for the response, restored as `input` says. [call] [may wait]
sdk::task<feedback::response_text> restored(sdk::call& call, const bulk_input& input,
                                            const feedback::redaction& redaction, std::string_view text);

/// The blocks of the records at these positions. The n-th text of `redaction` is the content of the n-th record.
sdk::prompt_text record_blocks(const bulk_input& input, const feedback::redaction& redaction,
                               std::span<const std::size_t> positions);

/// The records at these positions, redacted, for an offline output.
text_analysis::corpus corpus_of(const bulk_input& input, const feedback::redaction& redaction,
                                std::span<const std::size_t> positions, text_analysis::tokenizer& tokenizer);

} // namespace verbatim::hierarchy
