#include "json_schema.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace json = boost::json;

namespace {

long double number(const json::value& from)
{
    if (from.is_int64()) return static_cast<long double>(from.get_int64());
    if (from.is_uint64()) return static_cast<long double>(from.get_uint64());
    return static_cast<long double>(from.get_double());
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

std::size_t code_points(const json::string& text)
{
    std::size_t counted = 0;
    for (const char byte : text) counted += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
    return counted;
}

} // namespace

bool json_schema::accepts(const json::object& schema, const json::value& body) const
{
    return std::all_of(schema.begin(), schema.end(),
                       [&](const json::key_value_pair& one) { return keyword(one.key(), one.value(), body, schema); });
}

bool json_schema::keyword(json::string_view word, const json::value& says, const json::value& body,
                          const json::object& schema) const
{
    for (const json::string_view silent : {"description", "default", "examples", "format"})
        if (word == silent) return true;

    if (word == "$ref")
    {
        const json::string_view where = "#/components/schemas/";
        const json::string_view full  = says.as_string();
        if (!full.starts_with(where)) throw std::invalid_argument{"a reference to elsewhere"};
        return accepts(full.substr(where.size()), body);
    }
    if (word == "type")
    {
        if (says.is_string()) return is_of_type(says.as_string(), body);
        const auto& any = says.as_array();
        return std::any_of(any.begin(), any.end(),
                           [&](const json::value& one) { return is_of_type(one.as_string(), body); });
    }
    if (word == "enum")
    {
        const auto& any = says.as_array();
        return std::find(any.begin(), any.end(), body) != any.end();
    }
    if (word == "anyOf")
    {
        const auto& any = says.as_array();
        return std::any_of(any.begin(), any.end(),
                           [&](const json::value& one) { return accepts(one.as_object(), body); });
    }
    if (word == "minimum") return !body.is_number() || number(body) >= number(says);
    if (word == "maximum") return !body.is_number() || number(body) <= number(says);
    if (word == "minLength")
        return !body.is_string() || code_points(body.get_string()) >= says.to_number<std::size_t>();
    if (word == "maxLength")
        return !body.is_string() || code_points(body.get_string()) <= says.to_number<std::size_t>();
    if (word == "minItems") return !body.is_array() || body.get_array().size() >= says.to_number<std::size_t>();
    if (word == "maxItems") return !body.is_array() || body.get_array().size() <= says.to_number<std::size_t>();
    if (word == "items")
    {
        const auto* items = body.if_array();
        return !items || std::all_of(items->begin(), items->end(),
                                     [&](const json::value& one) { return accepts(says.as_object(), one); });
    }
    const auto* members = body.if_object();
    if (word == "required")
    {
        const auto& all = says.as_array();
        return !members || std::all_of(all.begin(), all.end(),
                                       [&](const json::value& one) { return members->contains(one.as_string()); });
    }
    if (word == "properties")
    {
        const auto& known = says.as_object();
        return !members || std::all_of(members->begin(), members->end(), [&](const json::key_value_pair& one) {
            const auto* own = known.if_contains(one.key());
            return !own || accepts(own->as_object(), one.value());
        });
    }
    if (word == "additionalProperties")
    {
        if (says != json::value(false)) throw std::invalid_argument{"additionalProperties that is not false"};
        const auto& known = schema.at("properties").as_object();
        return !members || std::all_of(members->begin(), members->end(),
                                       [&](const json::key_value_pair& one) { return known.contains(one.key()); });
    }
    throw std::invalid_argument{"unknown keyword " + std::string{word}};
}
