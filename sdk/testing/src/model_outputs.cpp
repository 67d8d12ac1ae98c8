#include "model_outputs.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

constexpr std::size_t list_size = 3;

/// Deeper than any reply: from here on, lists of a recursive type are empty.
constexpr std::size_t max_depth = 4;

class json_generator
{
public:
    explicit json_generator(const json::object& schema)
        : schema_{schema}
    {}

    json::value value(const json::object& schema, std::size_t nth, std::size_t depth) const
    {
        if (const auto* other = schema.if_contains("$ref")) return value(definition(other->as_string()), nth, depth);
        if (const auto* alternatives = schema.if_contains("anyOf"))
            return value(alternatives->at(0).as_object(), nth, depth);
        if (const auto* values = schema.if_contains("enum"))
            return values->as_array().at(nth % values->as_array().size());

        const auto& type = schema.at("type");
        const auto  name = type.is_array() ? type.at(0).as_string() : type.as_string();
        if (name == "string") return json::string{generated_text()};
        if (name == "number") return 0.5;
        if (name == "integer") return nth;
        if (name == "boolean") return true;
        if (name == "array") return list(schema.at("items").as_object(), depth);
        if (name == "object") return object(schema.at("properties").as_object(), nth, depth);
        throw std::logic_error{"the output schema has a type without a generated value"};
    }

private:
    json::value list(const json::object& item_schema, std::size_t depth) const
    {
        json::array items;
        for (std::size_t n = 0; depth != max_depth && n != list_size; ++n)
            items.push_back(value(item_schema, n, depth + 1));
        return items;
    }

    json::value object(const json::object& members, std::size_t nth, std::size_t depth) const
    {
        json::object object;
        for (const auto& [name, member] : members) object[name] = value(member.as_object(), nth, depth);
        return object;
    }

    const json::object& definition(std::string_view reference) const
    {
        constexpr std::string_view prefix = "#/$defs/";
        return schema_.at("$defs").at(reference.substr(prefix.size())).as_object();
    }

    const json::object& schema_;
};

} // namespace

std::string generated_json(std::string_view schema_text)
{
    const auto schema = json::parse(schema_text);
    return json::serialize(json_generator{schema.as_object()}.value(schema.as_object(), 0, 0));
}

std::string generated_text() { return R"(Told by <PERSON_0>: "it is so" \ maybe.)"; }

namespace json = boost::json;

namespace {

/// Keywords that some providers reject; operations check such rules when they read the reply.
constexpr std::array<std::string_view, 13> unsupported{
    "minimum", "maximum",  "exclusiveMinimum", "exclusiveMaximum", "multipleOf",    "minLength",    "maxLength",
    "pattern", "minItems", "maxItems",         "uniqueItems",      "minProperties", "maxProperties"};

std::optional<std::string> problem_in(const json::object& schema);

std::optional<std::string> problem_in_members(const json::object& members)
{
    for (const auto& [name, schema] : members)
        if (auto problem = problem_in(schema.as_object())) return problem;
    return std::nullopt;
}

std::optional<std::string> problem_in_alternatives(const json::array& alternatives)
{
    for (const auto& schema : alternatives)
        if (auto problem = problem_in(schema.as_object())) return problem;
    return std::nullopt;
}

/// Members of `properties` and `$defs` are names, not keywords.
std::optional<std::string> problem_in_keyword(std::string_view keyword, const json::value& argument)
{
    if (std::ranges::count(unsupported, keyword) != 0)
        return "has the keyword " + std::string{keyword} + ", which some providers reject";
    if (keyword == "properties" || keyword == "$defs") return problem_in_members(argument.as_object());
    if (keyword == "items") return problem_in(argument.as_object());
    if (keyword == "anyOf") return problem_in_alternatives(argument.as_array());
    return std::nullopt;
}

std::optional<std::string> problem_in(const json::object& schema)
{
    for (const auto& [keyword, argument] : schema)
        if (auto problem = problem_in_keyword(keyword, argument)) return problem;
    const auto* members = schema.if_contains("properties");
    if (!members) return std::nullopt;

    json::array names;
    for (const auto& [name, member] : members->as_object()) names.emplace_back(name);
    const auto* closed   = schema.if_contains("additionalProperties");
    const auto* required = schema.if_contains("required");
    if (!closed || *closed != json::value(false)) return "has an object that is not closed";
    if (!required || *required != json::value(names)) return "has an object with members that are not required";
    return std::nullopt;
}

} // namespace

std::optional<std::string> output_schema_problem(std::string_view schema)
{
    const auto parsed = json::parse(schema);
    if (!parsed.is_object() || !parsed.as_object().contains("properties")) return "does not describe an object";
    return problem_in(parsed.as_object());
}

} // namespace verbatim::testing
