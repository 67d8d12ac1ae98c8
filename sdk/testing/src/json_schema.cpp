#include "verbatim/testing/json_schema.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

long double number(const json::value& value)
{
    if (value.is_int64()) return static_cast<long double>(value.get_int64());
    if (value.is_uint64()) return static_cast<long double>(value.get_uint64());
    return static_cast<long double>(value.get_double());
}

bool is_of_type(json::string_view type, const json::value& body)
{
    if (type == "null") return body.is_null();
    if (type == "boolean") return body.is_bool();
    if (type == "string") return body.is_string();
    if (type == "array") return body.is_array();
    if (type == "object") return body.is_object();
    if (type == "number") return body.is_number();
    if (type == "integer") return body.is_number() && std::floor(number(body)) == number(body);
    throw std::invalid_argument{"unknown type " + std::string{type}};
}

std::size_t code_points(const json::string& text) { return sdk::utf8::count_code_points({text.data(), text.size()}); }

} // namespace

bool json_schema::accepts(const json::object& schema, const json::value& body) const
{
    return std::all_of(schema.begin(), schema.end(), [&](const json::key_value_pair& member) {
        return keyword(member.key(), member.value(), body, schema);
    });
}

bool json_schema::keyword(json::string_view keyword_name, const json::value& argument, const json::value& body,
                          const json::object& schema) const
{
    for (const json::string_view silent : {"description", "default", "examples", "format"})
        if (keyword_name == silent) return true;

    if (keyword_name == "$ref")
    {
        const json::string_view prefix    = "#/components/schemas/";
        const json::string_view reference = argument.as_string();
        if (!reference.starts_with(prefix)) throw std::invalid_argument{"a reference to elsewhere"};
        return accepts(reference.substr(prefix.size()), body);
    }
    if (keyword_name == "type")
    {
        if (argument.is_string()) return is_of_type(argument.as_string(), body);
        const auto& types = argument.as_array();
        return std::any_of(types.begin(), types.end(),
                           [&](const json::value& type) { return is_of_type(type.as_string(), body); });
    }
    if (keyword_name == "enum")
    {
        const auto& values = argument.as_array();
        return std::find(values.begin(), values.end(), body) != values.end();
    }
    if (keyword_name == "anyOf")
    {
        const auto& schemas = argument.as_array();
        return std::any_of(schemas.begin(), schemas.end(),
                           [&](const json::value& alternative) { return accepts(alternative.as_object(), body); });
    }
    if (keyword_name == "minimum") return !body.is_number() || number(body) >= number(argument);
    if (keyword_name == "maximum") return !body.is_number() || number(body) <= number(argument);
    if (keyword_name == "minLength")
        return !body.is_string() || code_points(body.get_string()) >= argument.to_number<std::size_t>();
    if (keyword_name == "maxLength")
        return !body.is_string() || code_points(body.get_string()) <= argument.to_number<std::size_t>();
    if (keyword_name == "minItems")
        return !body.is_array() || body.get_array().size() >= argument.to_number<std::size_t>();
    if (keyword_name == "maxItems")
        return !body.is_array() || body.get_array().size() <= argument.to_number<std::size_t>();
    if (keyword_name == "items")
    {
        const auto* items = body.if_array();
        return !items || std::all_of(items->begin(), items->end(),
                                     [&](const json::value& item) { return accepts(argument.as_object(), item); });
    }
    const auto* members = body.if_object();
    if (keyword_name == "required")
    {
        const auto& names = argument.as_array();
        return !members || std::all_of(names.begin(), names.end(),
                                       [&](const json::value& name) { return members->contains(name.as_string()); });
    }
    if (keyword_name == "properties")
    {
        const auto& properties = argument.as_object();
        return !members || std::all_of(members->begin(), members->end(), [&](const json::key_value_pair& member) {
            const auto* property = properties.if_contains(member.key());
            return !property || accepts(property->as_object(), member.value());
        });
    }
    if (keyword_name == "additionalProperties")
    {
        if (argument == json::value(true)) return true;
        if (argument != json::value(false)) throw std::invalid_argument{"additionalProperties that is a schema"};
        const auto& properties = schema.at("properties").as_object();
        return !members || std::all_of(members->begin(), members->end(), [&](const json::key_value_pair& member) {
            return properties.contains(member.key());
        });
    }
    throw std::invalid_argument{"unknown keyword " + std::string{keyword_name}};
}

} // namespace verbatim::testing
