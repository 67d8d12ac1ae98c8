#include "verbatim/feedback/completion_fields.hpp"

#include "fit_json.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

namespace {

/// Without white space and Markdown's marks for emphasis, lists and headings at its ends.
std::string_view without_markdown(std::string_view text) { return sdk::ascii::trimmed(text, " \t\r\n*_#`"); }

bool is_fence(std::string_view line)
{
    line = sdk::utf8::trimmed(line);
    return line.starts_with("```") || line.starts_with("~~~");
}

/// The last object with any of the members, or else the last one, repaired as read_reply() does it. Their values may be
/// of any type.
std::optional<json::object> last_object(std::string_view output, std::span<const std::string_view> names)
{
    json::object members;
    for (const auto name : names) members.emplace(name, true);
    const json::value           schema{{"type", "object"}, {"properties", std::move(members)}};
    std::optional<json::object> last;
    for_each_value(output, [&](model_value found) {
        schema_fitter fitter{schema, {}};
        if (found.end == model_value::extent::prefix || !fitter.fit(found.value)) return;
        auto& object = found.value.get_object();
        if (!last || !object.empty()) last = std::move(object);
    });
    return last;
}

} // namespace

std::optional<double> parse_number(std::string_view text) { return parse_score_text(without_markdown(text)); }

completion_fields::completion_fields(std::string_view completion, std::initializer_list<std::string_view> names)
{
    const bool is_object = sdk::utf8::trimmed(completion).starts_with('{');
    if (is_object && parse_object(completion, names)) return;
    parse_lines(completion, names);
    if (!is_object && texts_.empty() && numbers_.empty()) parse_object(completion, names);
}

bool completion_fields::parse_object(std::string_view completion, std::span<const std::string_view> names)
{
    const auto object = last_object(completion, names);
    if (!object) return false;
    for (const auto& [key, value] : *object)
    {
        std::string name{key};
        if (const auto* text_value = value.if_string())
        {
            if (const auto number = parse_number(*text_value)) numbers_[name] = *number;
            texts_[std::move(name)] = sdk::utf8::trimmed(*text_value);
        }
        else if (value.is_number())
        {
            if (const auto number = value.to_number<double>(); std::isfinite(number))
                numbers_[std::move(name)] = number + 0.0; // -0 is 0
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
