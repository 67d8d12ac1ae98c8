#include "verbatim/feedback/response_text.hpp"

#include "model_links.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::feedback {

void declare(sdk::schema_builder& schema, restored_kind& kind)
{
    schema.name("RestoredKind", "Passages of personal data of a kind that a text of the response holds.");
    schema.field("kind", kind.kind, "Kind, as in placeholders.").example("PHONE_NUMBER");
    schema.field("count", kind.count, "Number of passages.").at_least(1).example("2");
}

void add_restored(std::vector<restored_kind>& sum, const std::vector<restored_kind>& kinds)
{
    for (const auto& added : kinds)
    {
        const auto place = std::ranges::lower_bound(sum, added.kind, {}, &restored_kind::kind);
        if (place != sum.end() && place->kind == added.kind) place->count += added.count;
        else sum.insert(place, added);
    }
}

response_text::response_text(sdk::literal text)
    : text_{text.view()}
{}

response_text response_text::filtered(std::string_view markdown, std::string_view crm_base_url)
{
    return {is_filtered{}, without_foreign_links(markdown, crm_base_url)};
}

response_text response_text::filtered(std::string_view markdown, std::string_view masked,
                                      std::vector<restored_kind> kinds, std::string_view crm_base_url)
{
    auto text = filtered(markdown, crm_base_url);
    if (!kinds.empty()) text.masked_ = without_foreign_links(masked, crm_base_url);
    text.restored_ = std::move(kinds);
    return text;
}

namespace {

void append(std::string& text, std::string_view other)
{
    if (!text.empty() && !other.empty() && begins_markup(text.back(), other.front())) text += ' ';
    text += other;
}

} // namespace

response_text& response_text::operator+=(const response_text& other)
{
    if (!restored_.empty() || !other.restored_.empty())
    {
        if (restored_.empty()) masked_ = text_;
        append(masked_, other.masked().text_);
        add_restored(restored_, other.restored_);
    }
    append(text_, other.text_);
    return *this;
}

response_text response_text::on_one_line() const
{
    return filtered(feedback::on_one_line(text_), feedback::on_one_line(masked_), restored_, {});
}

response_text response_text::shortened(std::size_t max_length) const
{
    response_text result{*this};
    result.text_   = shortened(text_, max_length);
    result.masked_ = shortened(masked_, max_length);
    return result;
}

std::string response_text::shortened(const std::string& text, std::size_t max_length)
{
    auto beginning = sdk::utf8::first_code_points(text, max_length);
    if (beginning.size() == text.size()) return text;
    // A text that is cut can end with what reads as a definition; the filter then adds a blank.
    response_text shorter{beginning};
    for (auto length = max_length; length != 0 && sdk::utf8::count_code_points(shorter.text_) > max_length;)
        shorter = sdk::utf8::first_code_points(beginning, --length);
    return shorter.text_ + "…";
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
