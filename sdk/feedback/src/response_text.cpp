#include "verbatim/feedback/response_text.hpp"

#include "model_links.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <utility>

namespace verbatim::feedback {

response_text::response_text(sdk::literal text)
    : text_{text.view()}
{}

response_text response_text::filtered(std::string_view markdown, std::string_view crm_base_url)
{
    return {is_filtered{}, without_foreign_links(markdown, crm_base_url)};
}

response_text& response_text::operator+=(const response_text& other)
{
    if (!empty() && !other.empty() && begins_markup(text_.back(), other.text_.front())) text_ += ' ';
    text_ += other.text_;
    return *this;
}

response_text response_text::on_one_line() const { return {feedback::on_one_line(text_)}; }

response_text response_text::shortened(std::size_t max_length) const
{
    auto beginning = sdk::utf8::first_code_points(text_, max_length);
    if (beginning.size() == text_.size()) return *this;
    // A text that is cut can end with what reads as a definition; the filter then adds a blank.
    response_text shorter{beginning};
    for (auto length = max_length; length != 0 && sdk::utf8::count_code_points(shorter.text_) > max_length;)
        shorter = sdk::utf8::first_code_points(beginning, --length);
    shorter.text_ += "…";
    return shorter;
}

namespace {

bool parse_response_text(std::string_view text, response_text& value)
{
    value = text;
    return true;
}

std::string print_response_text(const response_text& value) { return value.text(); }

} // namespace

sdk::text_format declare(const response_text&)
{
    return {"", "Input should be a valid string", &parse_response_text, &print_response_text};
}

} // namespace verbatim::feedback
