#include "output_schema_check.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <array>

namespace verbatim::testing {

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
