#include "verbatim/sdk/openapi.hpp"

#include "schema/json_schema_writer.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace verbatim::sdk {

namespace {

using schema::json_object;
using schema::json_schema_writer;

void add(const object_schema& schema, std::vector<component>& components, std::vector<const object_schema*>& seen)
{
    if (std::find(seen.begin(), seen.end(), &schema) != seen.end()) return;
    seen.push_back(&schema);

    json_schema_writer writer{json_schema_writer::style::document};
    component          added{schema.name, writer.object(schema)};
    const auto         existing = std::find_if(components.begin(), components.end(),
                                               [&](const component& other) { return other.name == schema.name; });
    if (existing == components.end()) components.push_back(std::move(added));
    else if (existing->schema != added.schema)
        throw std::logic_error{schema.name + ": two declared types bear this name and differ; rename one of them"};
    for (const auto* next : writer.referenced()) add(*next, components, seen);
}

std::string parameter(const schema::field& field, const object_schema& owner)
{
    json_schema_writer writer{json_schema_writer::style::document};
    json_object        object;
    object.text("name", field.name)
        .text("in", "query")
        .member("required", field.presence == schema::field_presence::optional ? "false" : "true");
    object.text("description", schema::field_description(field));
    auto       value  = writer.field_schema(field, owner, true);
    const auto kind   = schema::unwrap_nullable(*field.type).kind;
    const bool nested = kind == schema::value_kind::list || kind == schema::value_kind::object ||
                        kind == schema::value_kind::open_object;
    if (nested) // such a parameter is JSON text
        object.member("content", R"({"application/json":{"schema":)" + value + "}}");
    else object.member("schema", value);
    return std::move(object).done();
}

} // namespace

void add_component(const object_schema& schema, std::vector<component>& components)
{
    check_examples(schema);
    std::vector<const object_schema*> seen;
    add(schema, components, seen);
}

std::string reference_to(const object_schema& schema)
{
    return R"({"$ref":)" + json_object::quoted("#/components/schemas/" + schema.name) + "}";
}

const std::vector<std::string>& examples(const object_schema& schema) { return schema.examples; }

bool is_screened(const object_schema& schema)
{
    return schema::any_field_of(schema, [](const schema::field& field) { return field.screened != screening::none; });
}

std::string query_parameters(const object_schema& schema)
{
    std::string parameters;
    for (const auto& field : schema.fields)
        parameters.append(parameters.empty() ? "[" : ",").append(parameter(field, schema));
    return parameters.empty() ? "[]" : parameters + "]";
}

std::string strict_schema(const object_schema& schema)
{
    json_schema_writer writer{json_schema_writer::style::strict};
    auto               text = writer.object(schema);

    // Tables that recur refer to themselves; describing one may find another.
    json_object definitions;
    std::size_t described = 0;
    for (; described < writer.referenced().size(); ++described)
    {
        const auto& next = *writer.referenced()[described];
        definitions.member(next.name, writer.object(next));
    }
    if (described == 0) return text;
    text.pop_back();
    return text + R"(,"$defs":)" + std::move(definitions).done() + "}";
}

} // namespace verbatim::sdk
