#pragma once

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The parts of pretty_output.
struct pretty_fields
{
    std::string_view      id_label; ///< "Feedback-ID" or "IDs"; empty: no such line
    std::string           ids;
    std::optional<double> quality_score; ///< none: no such line
    response_text         title;
    response_text         text; ///< may hold line feeds and may be empty
};

/// The plain-text block of docs/reference/output.md#pretty_output.
response_text pretty_output(const pretty_fields& fields, label_language language = label_language::english);

/// The language of the labels for output in `language`. English, with one WARNING `label_language_unsupported`, if
/// there are no labels in it; English without a language. [call]
label_language label_language_for(sdk::call& call, const std::optional<output_language>& language);

/// A score of 0..1 as a whole percentage. The double product is rounded half to even: 0.045 gives 4, 0.055 gives 6.
int whole_percent(double score) noexcept;

/// A score of 0..1 with two decimals, independent of the locale.
std::string two_decimals(double score);

} // namespace verbatim::feedback
