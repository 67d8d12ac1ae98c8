#pragma once

#include "verbatim/sdk/llm.hpp"
#include "verbatim/text_analysis/language.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// What a caller asked for as the language of an answer, reduced to something that can stand in a system message:
/// letters, marks, blank, `-`, `(`, `)`, `'`, at most 50 characters. Never refused; what leaves no letter is nothing.
std::optional<std::string> sanitized_language(std::string_view requested);

/// The languages that the labels of pretty_output exist in.
using label_language = text_analysis::language;

/// The label language of a sanitized name or code ("Dutch", "nl"), in any letter case; none: there are no such labels.
std::optional<label_language> find_label_language(std::string_view sanitized);

/// Which language a text is most likely in.
struct language_guess
{
    std::string code;              ///< ISO 639-1
    double      probability = 0.0; ///< 0..1, that all of the text is in it

    friend bool operator==(const language_guess&, const language_guess&) = default;
};

/// Looks at the first 2,000 code points. None when there is nothing to go by. A text in several languages has a guess
/// with a probability that is lower by the share of the others. The same text gives the same guess. [any thread]
std::optional<language_guess> guess_language(std::string_view text);

/// The language an answer about this text is pinned to: of a guess with a probability of 0.90 or more, for a text of at
/// least 20 code points; otherwise none.
std::optional<std::string> detect_language(std::string_view text);

/// The English name of an ISO 639-1 code: "Dutch"; the code itself when there is none.
std::string language_name(std::string_view code);

/// One sentence for the end of a system message: "Write the analysis in Dutch, …", and that it takes precedence.
/// `subject` is ours, "analysis" or "title and summary"; `language` is sanitized or a name of ours.
sdk::prompt_text language_directive(sdk::literal subject, std::string_view language);

} // namespace verbatim::feedback
