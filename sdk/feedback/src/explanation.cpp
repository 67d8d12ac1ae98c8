#include "verbatim/feedback/explanation.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::feedback {

namespace {

/// Cut before placeholders are restored: their originals may be much longer.
std::string bounded(std::string_view text)
{
    const auto beginning = sdk::utf8::first_code_points(text, max_explanation_length);
    return std::string{beginning} + (beginning.size() == text.size() ? "" : "\u2026");
}

} // namespace

response_text displayed_explanation(std::string_view text)
{
    return response_text{bounded(text)}.shortened(max_explanation_length);
}

response_text displayed_explanation(std::string_view text, const redaction& names)
{
    return names.restore(bounded(text)).shortened(max_explanation_length);
}

response_text explanation_with_fields(std::string_view text, const redaction& names)
{
    return names.restore_fields(bounded(text)).shortened(max_explanation_length);
}

} // namespace verbatim::feedback
