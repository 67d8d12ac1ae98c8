#include "verbatim/feedback/explanation.hpp"

#include "verbatim/feedback/model_links.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::feedback {

namespace {

std::string cut(std::string_view text)
{
    const auto beginning = sdk::utf8::first_code_points(text, max_explanation_length);
    return std::string{beginning} + (beginning.size() == text.size() ? "" : "\u2026");
}

} // namespace

std::string displayed_explanation(std::string_view text) { return without_foreign_links(cut(text)); }

std::string displayed_explanation(std::string_view text, const redaction& names)
{
    return cut(names.restore(displayed_explanation(text)));
}

std::string explanation_with_fields(std::string_view text, const redaction& names)
{
    return cut(names.restore_fields(displayed_explanation(text)));
}

} // namespace verbatim::feedback
