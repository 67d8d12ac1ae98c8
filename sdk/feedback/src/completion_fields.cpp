#include "verbatim/feedback/completion_fields.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

namespace {

/// Without white space and Markdown's marks for emphasis, lists and headings at its ends.
std::string_view without_markdown(std::string_view text) { return sdk::ascii::trimmed(text, " \t\r\n*_#`"); }

/// The text without the language after an opening fence, such as "json".
std::string_view without_language(std::string_view fenced)
{
    const auto end =
        std::ranges::find_if_not(fenced, [](char c) { return sdk::ascii::is_alphanumeric(c) || c == '-' || c == '+'; });
    if (end == fenced.end() || std::string_view{" \t\r\n{["}.find(*end) == std::string_view::npos) return fenced;
    return fenced.substr(static_cast<std::size_t>(end - fenced.begin()));
}

bool is_fence(std::string_view line)
{
    line = sdk::utf8::trimmed(line);
    return line.starts_with("```") || line.starts_with("~~~");
}

bool is_object_or_array(std::string_view text)
{
    if (!text.starts_with('{') && !text.starts_with('[')) return false;
    boost::system::error_code failure;
    json::parse(text, failure);
    return !failure;
}

/// The whole text or the content of a fence, as it is.
std::optional<std::string_view> exact_json(std::string_view whole)
{
    if (is_object_or_array(whole)) return whole;

    constexpr int max_fences = 8; // bounds the work for an output of nothing but fences
    auto          open       = whole.find_first_of("`~");
    for (int tried = 0; open != whole.npos && tried != max_fences; open = whole.find_first_of("`~", open))
    {
        const auto fence_end = std::min(whole.find_first_not_of(whole[open], open), whole.size());
        const auto fence     = whole.substr(open, fence_end - open);
        open                 = fence_end;
        if (fence.size() < 3) continue;

        ++tried;
        const auto inside = without_language(whole.substr(fence_end));
        // A text in the JSON may contain a fence: tries the next fence as the end, then the last.
        for (const auto end : {inside.find(fence), inside.rfind(fence)})
            if (const auto content = sdk::utf8::trimmed(inside.substr(0, end)); is_object_or_array(content))
                return content;
    }
    return std::nullopt;
}

/// Without each comma that follows a value and precedes a closing bracket.
std::string without_trailing_commas(std::string_view json_text)
{
    constexpr std::string_view white_space = " \t\r\n";
    std::string                result;
    result.reserve(json_text.size());
    bool in_text  = false;
    char previous = '{'; // the last character that is neither white space nor in a text
    for (std::size_t n = 0; n != json_text.size(); ++n)
    {
        const char c = json_text[n];
        if (in_text && c == '\\' && n + 1 != json_text.size()) result += json_text[n++];
        else if (c == '"') in_text = !in_text;
        else if (c == ',' && !in_text && std::string_view{"[{,:"}.find(previous) == std::string_view::npos)
        {
            const auto next = json_text.find_first_not_of(white_space, n + 1);
            if (next != json_text.npos && (json_text[next] == '}' || json_text[next] == ']')) continue;
        }
        result += json_text[n];
        if (!in_text && white_space.find(c) == white_space.npos) previous = c;
    }
    return result;
}

/// From the first brace to the last, so that two objects, or braces in the prose, are no JSON. Of a list no item is
/// taken.
std::optional<std::string> json_in_prose(std::string_view whole)
{
    const auto begin = std::min(whole.find('{'), whole.size());
    const auto end   = whole.rfind('}');
    auto       text  = end == whole.npos || end < begin ? std::string_view{} : whole.substr(begin, end + 1 - begin);
    if (whole.starts_with('[') || sdk::utf8::trimmed(whole.substr(0, begin)).ends_with('[')) text = whole;
    if (is_object_or_array(text)) return std::string{text};
    auto corrected = without_trailing_commas(text);
    return is_object_or_array(corrected) ? std::optional{std::move(corrected)} : std::nullopt;
}

} // namespace

std::string find_json(std::string_view completion)
{
    const auto whole = sdk::utf8::trimmed(completion);
    if (const auto text = exact_json(whole)) return std::string{*text};
    return json_in_prose(whole).value_or(std::string{whole});
}

std::optional<double> parse_number(std::string_view text)
{
    auto digits = without_markdown(text);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double     number{};
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc{} || result.ptr != digits.data() + digits.size() || !std::isfinite(number))
        return std::nullopt;
    return number + 0.0; // -0 is 0
}

completion_fields::completion_fields(std::string_view completion, std::initializer_list<std::string_view> names)
{
    const auto whole = sdk::utf8::trimmed(completion);
    if (const auto text = exact_json(whole); text && parse_object(*text, names)) return;
    parse_lines(completion, names);
    if (!texts_.empty() || !numbers_.empty()) return;
    if (const auto text = json_in_prose(whole)) parse_object(*text, names);
}

bool completion_fields::parse_object(std::string_view text, std::span<const std::string_view> names)
{
    boost::system::error_code failure;
    const auto                parsed = json::parse(text, failure);
    if (failure || !parsed.is_object()) return false;
    for (const auto& [key, value] : parsed.get_object())
    {
        auto name = sdk::ascii::lowercase(key);
        if (std::ranges::find(names, name) == names.end()) continue;
        if (const auto* text_value = value.if_string())
        {
            if (const auto number = parse_number(*text_value)) numbers_[name] = *number;
            texts_[std::move(name)] = sdk::utf8::trimmed(*text_value);
        }
        else if (value.is_number())
        {
            if (const auto number = value.to_number<double>(); std::isfinite(number))
                numbers_[std::move(name)] = number + 0.0;
        }
    }
    return true;
}

void completion_fields::parse_lines(std::string_view completion, std::span<const std::string_view> names)
{
    std::string* current = nullptr;
    bool         fenced  = false; // a fence began before the first label
    while (!completion.empty())
    {
        const auto end  = completion.find('\n');
        const auto line = completion.substr(0, end);
        completion.remove_prefix(end == completion.npos ? completion.size() : end + 1);

        auto label = without_markdown(line.substr(0, line.find(':')));
        if (label.starts_with("- ")) label = without_markdown(label.substr(2));
        const auto name = sdk::ascii::lowercase(label);
        if (line.find(':') != line.npos && std::ranges::find(names, name) != names.end())
        {
            current  = &texts_[name];
            *current = line.substr(line.find(':') + 1);
        }
        else if (!current && is_fence(line)) fenced = true;
        else if (fenced && is_fence(line)) current = nullptr;
        else if (current) current->append("\n").append(line);
    }
    for (auto& [name, text] : texts_)
    {
        text = without_markdown(text);
        if (const auto number = parse_number(text.substr(0, text.find('\n')))) numbers_[name] = *number;
    }
}

std::optional<double> completion_fields::number(std::initializer_list<std::string_view> names) const
{
    for (const auto name : names)
        if (const auto entry = numbers_.find(name); entry != numbers_.end()) return entry->second;
    return std::nullopt;
}

std::optional<std::string> completion_fields::text(std::initializer_list<std::string_view> names) const
{
    for (const auto name : names)
        if (const auto entry = texts_.find(name); entry != texts_.end() && !sdk::utf8::is_blank(entry->second))
            return entry->second;
    return std::nullopt;
}

} // namespace verbatim::feedback
