#include "cli/json_access.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>

namespace verbatim::cli {

namespace json = boost::json;

namespace {

const json::value* find(const json::object& object, std::string_view path)
{
    const auto       slash = path.find('/');
    const auto*      value = object.if_contains(path.substr(0, slash));
    json::error_code error;
    return !value || slash == path.npos ? value : value->find_pointer(path.substr(slash), error);
}

} // namespace

json::object parse_object(const std::string& body)
{
    json::parse_options options;
    options.max_depth = 64;
    json::error_code error;
    auto             value = json::parse(body, error, {}, options);
    if (error || !value.is_object())
        throw failure{exit_status::failed, "the server sent a response that cannot be read"};
    return std::move(value.get_object());
}

std::string text_of(const json::object& object, std::string_view member)
{
    const auto* value = find(object, member);
    return value && value->is_string() ? std::string{value->get_string().data(), value->get_string().size()}
                                       : std::string{};
}

bool has_number(const json::object& object, std::string_view member)
{
    const auto* value = find(object, member);
    return value && value->is_number();
}

double number_of(const json::object& object, std::string_view member, double otherwise)
{
    return has_number(object, member) ? find(object, member)->to_number<double>() : otherwise;
}

const json::array& list_of(const json::object& object, std::string_view member)
{
    static const json::array empty;
    const auto*              value = find(object, member);
    return value && value->is_array() ? value->get_array() : empty;
}

const json::object& object_of(const json::value& value)
{
    static const json::object empty;
    return value.is_object() ? value.get_object() : empty;
}

const json::object& object_of(const json::object& object, std::string_view member)
{
    static const json::value null;
    const auto*              value = find(object, member);
    return object_of(value ? *value : null);
}

std::string count_text(double count)
{
    if (!(std::abs(count) < 1e15)) return number_text(count); // no count
    auto text = std::to_string(static_cast<long long>(count));
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

std::string count_text(const json::object& object, std::string_view member)
{
    return has_number(object, member) ? count_text(number_of(object, member)) : std::string{};
}

std::string percent_text(double share)
{
    // Halves up, as on the page, of the decimal number: the product of 0.285 and 100 is below 28.5.
    const auto trillionths = std::round(share * 1e12);
    char       text[32];
    if (share != 0 && std::abs(share) < 0.01)
        std::snprintf(text, sizeof text, "%.1f %%", std::round(trillionths / 1e9) / 10);
    else std::snprintf(text, sizeof text, "%.0f %%", std::round(trillionths / 1e10));
    return text;
}

std::string percent_text(const json::object& object, std::string_view member, std::string_view otherwise)
{
    return has_number(object, member) ? percent_text(number_of(object, member)) : std::string{otherwise};
}

std::string number_text(double number)
{
    char buffer[64];
    if (std::trunc(number) == number && std::abs(number) < 1e15) // 100000, for which the shortest text is 1e+05
        return {buffer, std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(number)).ptr};
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

std::string number_text(const json::object& object, std::string_view member)
{
    return has_number(object, member) ? number_text(number_of(object, member)) : std::string{};
}

void append_member(std::string& json, std::string_view name, std::string_view raw_value)
{
    if (!json.ends_with('{')) json += ',';
    sdk::append_json_string(name, json);
    json += ':';
    json += raw_value;
}

void append_text_member(std::string& json, std::string_view name, std::string_view text)
{
    append_member(json, name, "");
    sdk::append_json_string(text, json);
}

std::string list_of_texts(const std::vector<std::string>& texts)
{
    std::string json = "[";
    for (const auto& text : texts)
    {
        if (json != "[") json += ',';
        sdk::append_json_string(text, json);
    }
    return json + "]";
}

} // namespace verbatim::cli
