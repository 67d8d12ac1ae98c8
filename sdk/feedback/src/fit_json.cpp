#include "fit_json.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

using enum sdk::reply_repair;

namespace {

/// A name without case and separators: `Sensitivity Types` is `sensitivitytypes`.
std::string plain_name(std::string_view name)
{
    std::string plain;
    for (const char c : name)
        if (static_cast<unsigned char>(c) >= 0x80 || sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)))
            plain += sdk::ascii::to_lower(c);
    return plain;
}

bool is_text(const json::value& value, std::string_view text)
{
    const auto* string = value.if_string();
    return string && std::string_view{*string} == text;
}

const json::value* member(const json::object& object, std::string_view name) { return object.if_contains(name); }

const json::object& members_of(const json::object& schema)
{
    static const auto& none       = *new json::object;
    const auto*        properties = member(schema, "properties");
    return properties && properties->is_object() ? properties->get_object() : none;
}

bool is_required(const json::object& schema, std::string_view name)
{
    const auto* required = member(schema, "required");
    return required && required->is_array() &&
           std::ranges::any_of(required->get_array(), [&](const json::value& entry) { return is_text(entry, name); });
}

std::string_view type_of(const json::value& schema)
{
    const auto* object = schema.if_object();
    const auto* type   = object ? member(*object, "type") : nullptr;
    return type && type->is_string() ? std::string_view{type->get_string()} : std::string_view{};
}

/// Moves members to the names of the schema and drops the others.
void rename_members(json::object& object, const json::object& properties, repair_set& repairs)
{
    json::object renamed;
    for (const auto& [name, schema] : properties)
        if (auto* value = object.if_contains(name)) renamed.emplace(name, std::move(*value));
    if (renamed.size() != properties.size())
        for (auto& [name, value] : object)
        {
            if (renamed.contains(name)) continue;
            const auto plain = plain_name(name);
            const auto known = std::ranges::find_if(
                properties, [&](const auto& property) { return plain_name(property.key()) == plain; });
            if (known == properties.end() || renamed.contains(known->key())) continue;
            repairs.add(names);
            renamed.emplace(known->key(), std::move(value));
        }
    if (renamed.size() != object.size()) repairs.add(members);
    object = std::move(renamed);
}

/// Whether the object has a member of the schema, in any spelling.
bool has_known_member(const json::object& object, const json::object& properties)
{
    return std::ranges::any_of(object, [&](const auto& entry) {
        const auto plain = plain_name(entry.key());
        return std::ranges::any_of(properties, [&](const auto& known) { return plain_name(known.key()) == plain; });
    });
}

bool is_wrapper(std::string_view name, std::string_view schema_name)
{
    const auto plain = plain_name(name);
    return plain == "result" || plain == "data" || plain == "output" || plain == "response" || plain == "answer" ||
           plain == plain_name(schema_name);
}

std::optional<double> parse_double(std::string_view text)
{
    double     number = 0;
    const auto read   = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_all = read.ec == std::errc{} && read.ptr == text.data() + text.size();
    return is_all && std::isfinite(number) ? std::optional{number} : std::nullopt;
}

/// The lines of a list of texts; none if it holds another type.
std::optional<std::string> joined_lines(const json::array& lines)
{
    std::string text;
    for (const auto& line : lines)
    {
        if (!line.is_string()) return std::nullopt;
        if (!text.empty()) text += '\n';
        text += line.get_string();
    }
    return lines.empty() ? std::nullopt : std::optional{std::move(text)};
}

} // namespace

std::optional<double> parse_score_text(std::string_view text)
{
    text            = sdk::utf8::trimmed(text);
    double divisor  = 1;
    auto   numerals = std::string{text};
    if (text.ends_with('%'))
    {
        divisor  = 100;
        numerals = sdk::utf8::trimmed(text.substr(0, text.size() - 1));
    }
    else if (const auto slash = text.find('/'); slash != text.npos)
    {
        const auto whole = parse_double(sdk::utf8::trimmed(text.substr(slash + 1)));
        if (!whole || *whole <= 0) return std::nullopt;
        divisor  = *whole;
        numerals = sdk::utf8::trimmed(text.substr(0, slash));
    }
    if (numerals.starts_with('+')) numerals.erase(0, 1);
    if (std::ranges::count(numerals, ',') == 1 && numerals.find('.') == numerals.npos)
        std::ranges::replace(numerals, ',', '.');
    const auto number = parse_double(numerals);
    if (!number) return std::nullopt;
    if (divisor == 1) return *number + 0.0; // -0 is 0
    const auto share = *number / divisor;
    return share >= 0 && share <= 1 ? std::optional{share + 0.0} : std::nullopt;
}

std::optional<std::int64_t> parse_reference(std::string_view text)
{
    constexpr std::size_t max_length = 40;
    text                             = sdk::utf8::trimmed(text);
    const auto begin                 = text.find_first_of("0123456789");
    if (begin == text.npos || text.size() > max_length) return std::nullopt;
    const auto end     = std::min(text.find_first_not_of("0123456789", begin), text.size());
    const auto before  = text.substr(0, begin);
    const auto after   = text.substr(end);
    const auto allowed = [](char c) {
        return sdk::ascii::is_letter(static_cast<unsigned char>(c)) ||
               std::string_view{" #-_[]().:\""}.find(c) != std::string::npos;
    };
    const bool has_letters =
        std::ranges::any_of(before, [](char c) { return sdk::ascii::is_letter(static_cast<unsigned char>(c)); });
    const bool is_negative = before.ends_with('-') && !has_letters;
    if (!std::ranges::all_of(before, allowed) || (is_negative && before != "-")) return std::nullopt;
    if (after.find_first_not_of(" ]).:\"") != after.npos) return std::nullopt;
    std::int64_t number = 0;
    const auto   read   = std::from_chars(text.data() + begin, text.data() + end, number);
    if (read.ec != std::errc{}) return std::nullopt;
    return is_negative ? -number : number;
}

bool schema_fitter::fit(json::value& value) { return fit(value, schema_, {}); }

bool schema_fitter::fail(const std::string& path, std::string_view problem)
{
    if (problem_.empty())
        problem_ = path.empty() ? "The answer " + std::string{problem} + "." : path + " " + std::string{problem} + ".";
    return false;
}

/// The definition that a schema refers to, or the schema itself.
const json::object& schema_fitter::resolve(const json::object& schema) const
{
    const auto* reference = member(schema, "$ref");
    if (!reference || !reference->is_string()) return schema;
    const std::string_view path{reference->get_string()};
    const auto*            definitions = schema_.if_object() ? member(schema_.get_object(), "$defs") : nullptr;
    if (!definitions || !definitions->is_object()) return schema;
    const auto* definition = member(definitions->get_object(), path.substr(path.rfind('/') + 1));
    return definition && definition->is_object() ? definition->get_object() : schema;
}

bool schema_fitter::fit(json::value& value, const json::value& schema, const std::string& path)
{
    if (!schema.is_object()) return true;
    const auto& object = resolve(schema.get_object());
    if (const auto* alternatives = member(object, "anyOf"); alternatives && alternatives->is_array())
    {
        const auto problem = problem_;
        for (const auto& alternative : alternatives->get_array())
        {
            auto copy = value;
            if (!fit(copy, alternative, path)) continue;
            value    = std::move(copy);
            problem_ = problem;
            return true;
        }
        return false;
    }
    const auto* type = member(object, "type");
    if (type && type->is_array())
    {
        const auto& types = type->get_array();
        if (value.is_null() &&
            std::ranges::any_of(types, [](const json::value& name) { return is_text(name, "null"); }))
            return true;
        for (const auto& name : types)
            if (name.is_string() && !is_text(name, "null"))
                return fit_type(value, std::string_view{name.get_string()}, object, path);
    }
    return fit_type(value, type_of(object), object, path);
}

bool schema_fitter::fit_type(json::value& value, std::string_view type, const json::object& schema,
                             const std::string& path)
{
    if (type == "object") return fit_object(value, schema, path);
    if (type == "array") return fit_list(value, schema, path);
    if (type == "integer") return fit_integer(value, path);
    if (type == "number") return fit_number(value, path);
    if (type == "null") return value.is_null() || fail(path, "must be null");
    if (type == "boolean")
    {
        const auto* text = value.if_string();
        const auto  name = text ? sdk::ascii::lowercase(*text) : std::string{};
        if (name == "true" || name == "false")
        {
            repairs_.add(types);
            value = name == "true";
        }
        return value.is_bool() || fail(path, "must be true or false");
    }
    return fit_text(value, schema, path);
}

/// Takes the value out of an object with one member of a usual name, and puts the only list of a schema into an object.
void schema_fitter::unwrap(json::value& value, const json::object& properties)
{
    constexpr int max_wrappers = 4;
    for (int n = 0; n != max_wrappers; ++n)
    {
        auto* object = value.if_object();
        if (!object || object->size() != 1 || has_known_member(*object, properties)) break;
        auto& inner = *object->begin();
        if (!is_wrapper(inner.key(), name_) || (!inner.value().is_object() && !inner.value().is_array())) break;
        auto taken = std::move(inner.value());
        value      = std::move(taken);
        repairs_.add(wrapper);
    }
    auto* list = value.if_array();
    if (!list) return;
    const bool holds_object =
        list->size() == 1 && list->front().is_object() && has_known_member(list->front().get_object(), properties);
    if (holds_object)
    {
        auto taken = std::move(list->front());
        value      = std::move(taken);
        repairs_.add(wrapper);
    }
    else if (properties.size() == 1 && type_of(properties.begin()->value()) == "array")
    {
        json::object object;
        object.emplace(properties.begin()->key(), std::move(value));
        value = std::move(object);
        repairs_.add(wrapper);
    }
}

bool schema_fitter::fit_object(json::value& value, const json::object& schema, const std::string& path)
{
    const auto& properties = members_of(schema);
    if (path.empty()) unwrap(value, properties);
    auto* object = value.if_object();
    if (!object) return fail(path, "must be an object");
    rename_members(*object, properties, repairs_);
    bool fits = true;
    for (const auto& [name, member_schema] : properties)
    {
        const auto member_path = path.empty() ? std::string{name} : path + "." + std::string{name};
        if (auto* entry = object->if_contains(name)) fits = fit(*entry, member_schema, member_path) && fits;
        else if (is_required(schema, name)) fits = fail(member_path, "is missing");
    }
    return fits;
}

bool schema_fitter::fit_list(json::value& value, const json::object& schema, const std::string& path)
{
    if (!value.is_array() && !value.is_null() && !value.is_string())
    {
        json::array list;
        list.push_back(std::move(value));
        value = std::move(list);
        repairs_.add(types);
    }
    auto* list = value.if_array();
    if (!list) return fail(path, "must be a list");
    const auto* items = member(schema, "items");
    bool        fits  = true;
    for (std::size_t n = 0; items && n != list->size(); ++n)
        fits = fit((*list)[n], *items, path + "[" + std::to_string(n) + "]") && fits;
    return fits;
}

bool schema_fitter::fit_text(json::value& value, const json::object& schema, const std::string& path)
{
    std::optional<std::string> text;
    if (const auto* list = value.if_array()) text = joined_lines(*list);
    else if (value.is_number() || value.is_bool()) text = json::serialize(value);
    if (text)
    {
        repairs_.add(types);
        value = json::string{*text};
    }
    if (!value.is_string()) return fail(path, "must be a text");

    const auto* values = member(schema, "enum");
    if (!values || !values->is_array()) return true;
    const auto& known = values->get_array();
    if (std::ranges::find(known, value) != known.end()) return true;
    const auto plain   = plain_name(std::string_view{value.get_string()});
    const auto similar = std::ranges::find_if(known, [&](const json::value& name) {
        return name.is_string() && plain_name(std::string_view{name.get_string()}) == plain;
    });
    if (similar == known.end() || plain.empty()) return fail(path, "must be one of the values that the task lists");
    repairs_.add(names);
    value = *similar;
    return true;
}

bool schema_fitter::fit_integer(json::value& value, const std::string& path)
{
    if (value.is_int64() || value.is_uint64()) return true;
    if (value.is_double())
    {
        boost::system::error_code failure;
        const auto                whole = value.to_number<std::int64_t>(failure);
        if (failure) return fail(path, "must be a whole number");
        repairs_.add(numbers);
        value = whole;
        return true;
    }
    const auto* text   = value.if_string();
    const auto  number = text ? parse_reference(*text) : std::nullopt;
    if (!number) return fail(path, "must be a whole number");
    std::int64_t plain = 0;
    const auto   bare  = sdk::utf8::trimmed(std::string_view{*text});
    const auto   read  = std::from_chars(bare.data(), bare.data() + bare.size(), plain);
    repairs_.add(read.ec == std::errc{} && read.ptr == bare.data() + bare.size() ? numbers : references);
    value = *number;
    return true;
}

bool schema_fitter::fit_number(json::value& value, const std::string& path)
{
    if (value.is_number()) return true;
    const auto* text   = value.if_string();
    const auto  number = text ? parse_score_text(*text) : std::nullopt;
    if (!number) return fail(path, "must be a number");
    repairs_.add(numbers);
    value = *number;
    return true;
}

} // namespace verbatim::feedback
