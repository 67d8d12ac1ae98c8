#include "verbatim/sdk/openapi.hpp"

#include "schema/json_schema_writer.hpp"
#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::sdk {

namespace {

using schema::json_object;
using schema::json_schema_writer;

using seen_schemas = std::vector<const object_schema*>;

void add(component added, std::vector<component>& components)
{
    const auto existing = std::find_if(components.begin(), components.end(),
                                       [&](const component& other) { return other.name == added.name; });
    if (existing == components.end()) components.push_back(std::move(added));
    else if (existing->schema != added.schema)
        throw schema::declaration_error(added.name +
                                        ": two declared types have this name and differ; rename one of them");
}

void add(const object_schema& schema, std::vector<component>& components, seen_schemas& seen);

void add_references(const json_schema_writer& writer, std::vector<component>& components, seen_schemas& seen)
{
    for (const auto& named : writer.components()) add(named, components);
    for (const auto* next : writer.referenced()) add(*next, components, seen);
}

void add(const object_schema& schema, std::vector<component>& components, seen_schemas& seen)
{
    if (std::find(seen.begin(), seen.end(), &schema) != seen.end()) return;
    seen.push_back(&schema);

    json_schema_writer writer{json_schema_writer::style::document};
    add({schema.name, writer.object(schema)}, components);
    add_references(writer, components, seen);
}

std::string parameter(const schema::field& field, const object_schema& owner, json_schema_writer& writer)
{
    json_object object;
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

std::string example_of(const object_schema& schema, seen_schemas& enclosing);

std::string example_of(const schema::field& field, const object_schema& owner, seen_schemas& enclosing)
{
    if (field.example) return schema::is_textual(*field.type) ? json_object::quoted(*field.example) : *field.example;

    const auto& type    = schema::unwrap_nullable(*field.type);
    const bool  is_list = type.kind == schema::value_kind::list;
    const auto& item    = is_list ? *type.element : type;
    if (item.kind == schema::value_kind::object &&
        std::find(enclosing.begin(), enclosing.end(), &item.object()) == enclosing.end())
    {
        const auto example = example_of(item.object(), enclosing);
        return is_list ? "[" + example + "]" : example;
    }
    std::string text;
    schema::write_value(*field.type, field.member_of(owner.defaults), text);
    return text;
}

std::string example_of(const object_schema& schema, seen_schemas& enclosing)
{
    if (!schema.examples.empty()) return schema.examples.front();
    enclosing.push_back(&schema);
    json_object object;
    for (const auto& field : schema.fields) object.member(field.name, example_of(field, schema, enclosing));
    enclosing.pop_back();
    return std::move(object).done();
}

} // namespace

void add_component(const object_schema& schema, std::vector<component>& components)
{
    check_examples(schema);
    seen_schemas seen;
    add(schema, components, seen);
}

void extend_component(const object_schema& schema, std::span<const object_schema* const> further,
                      std::vector<component>& components)
{
    json_schema_writer writer{json_schema_writer::style::document};
    std::ranges::find(components, schema.name, &component::name)->schema = writer.object(schema, further);

    json_schema_writer further_writer{json_schema_writer::style::document};
    for (const auto* added : further) further_writer.object(*added);
    seen_schemas seen;
    add_references(further_writer, components, seen);
}

void add_parameter_components(const object_schema& schema, std::vector<component>& components)
{
    json_schema_writer writer{json_schema_writer::style::document};
    for (const auto& field : schema.fields) parameter(field, schema, writer);
    seen_schemas seen;
    add_references(writer, components, seen);
}

std::string reference_to(const object_schema& schema)
{
    return R"({"$ref":)" + json_object::quoted("#/components/schemas/" + schema.name) + "}";
}

const std::vector<std::string>& examples(const object_schema& schema) { return schema.examples; }

std::string example_of(const object_schema& schema)
{
    seen_schemas enclosing;
    return example_of(schema, enclosing);
}

bool is_screened(const object_schema& schema)
{
    return schema::any_field_of(schema, [](const schema::field& field) { return field.screened != screening::none; });
}

std::string query_parameters(const object_schema& schema)
{
    json_schema_writer writer{json_schema_writer::style::document};
    std::string        parameters;
    for (const auto& field : schema.fields)
        parameters.append(parameters.empty() ? "[" : ",").append(parameter(field, schema, writer));
    return parameters.empty() ? "[]" : parameters + "]";
}

std::string strict_schema(const object_schema& schema)
{
    json_schema_writer writer{json_schema_writer::style::strict};
    auto               text = writer.object(schema);

    // Recursive schemas become definitions. Writing one may reference further ones.
    json_object definitions;
    std::size_t count = 0;
    for (; count < writer.referenced().size(); ++count)
    {
        const auto& next = *writer.referenced()[count];
        definitions.member(next.name, writer.object(next));
    }
    if (count == 0) return text;
    text.pop_back();
    return text + R"(,"$defs":)" + std::move(definitions).done() + "}";
}

} // namespace verbatim::sdk
