#include "example_bodies.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/string.hpp>

#include <utility>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

/// The values of an enumeration that `schema` is or refers to; null when it is none.
const json::array* enum_values_of(const json::object& schema, const json::object& components)
{
    if (const auto* values = schema.if_contains("enum")) return &values->as_array();
    if (const auto* alternatives = schema.if_contains("anyOf"))
        return enum_values_of(alternatives->at(0).as_object(), components);
    const auto* reference = schema.if_contains("$ref");
    if (!reference) return nullptr;
    const std::string_view path = reference->as_string();
    return enum_values_of(components.at(path.substr(path.rfind('/') + 1)).as_object(), components);
}

void add_variants(const json::value& body, const json::object& properties, const json::object& components,
                  std::vector<json::value>& bodies)
{
    for (const auto& [name, member] : properties)
    {
        const auto* value  = body.as_object().if_contains(name);
        const auto* values = enum_values_of(member.as_object(), components);
        if (!value || !values) continue;
        for (const auto& other : *values)
        {
            if (other == *value) continue;
            bodies.push_back(body);
            bodies.back().as_object()[name] = other;
        }
    }
}

} // namespace

json::object components_of(const sdk::object_schema& schema)
{
    std::vector<sdk::component> components;
    sdk::add_component(schema, components);
    json::object schemas;
    for (const auto& component : components) schemas[component.name] = json::parse(component.schema);
    return schemas;
}

std::vector<json::value> example_bodies(const sdk::object_schema& schema)
{
    const auto               components = components_of(schema);
    const auto&              properties = components.at(sdk::name_of(schema)).at("properties").as_object();
    std::vector<json::value> bodies;
    for (const auto& example : sdk::examples(schema))
    {
        const auto body = json::parse(example);
        bodies.push_back(body);
        add_variants(body, properties, components, bodies);
    }
    return bodies;
}

json::value with_texts(json::value body, std::string_view member, const text_change& change)
{
    if (auto* list = body.if_array())
        for (auto& item : *list) item = with_texts(std::move(item), member, change);
    if (auto* object = body.if_object())
        for (auto& [name, value] : *object)
        {
            if (name == member && value.is_string()) change(value.as_string());
            else value = with_texts(std::move(value), member, change);
        }
    return body;
}

} // namespace verbatim::testing
