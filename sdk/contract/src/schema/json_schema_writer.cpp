#include "schema/json_schema_writer.hpp"

#include "schema/numbers.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::sdk::schema {

namespace {

std::string type_text(std::string_view name, bool nullable)
{
    const auto quoted = json_object::quoted(name);
    return nullable ? "[" + quoted + ",\"null\"]" : quoted;
}

/// AnalyzeBulkRequest, trend_filter: AnalyzeBulkRequestTrendFilter
std::string name_of_member(const object_schema& owner, const field& field)
{
    return std::string{owner.name} + ascii::pascal_case(field.name);
}

void write_bounds(std::string_view minimum_name, std::string_view maximum_name, const value_bounds& bounds,
                  json_object& output)
{
    if (bounds.minimum_count) output.member(minimum_name, std::to_string(*bounds.minimum_count));
    if (bounds.maximum_count) output.member(maximum_name, std::to_string(*bounds.maximum_count));
}

std::string json_list(const sdk::enum_values& values, bool nullable)
{
    std::string text;
    for (const auto& value : values.values())
    {
        text += text.empty() ? '[' : ',';
        append_json_string(value.name, text);
    }
    return text.append(nullable ? ",null]" : "]");
}

std::string example_text(const field& field)
{
    return "[" + (is_textual(*field.type) ? json_object::quoted(*field.example) : *field.example) + "]";
}

} // namespace

std::string field_description(const field& field)
{
    auto        text = field.description;
    const auto* type = &unwrap_nullable(*field.type);
    if (type->kind == value_kind::list) type = &unwrap_nullable(*type->element);
    if (type->kind == value_kind::enumeration)
        for (const auto& value : type->enumeration().values())
            text.append(" `").append(value.name).append("`: ").append(value.description);
    return text;
}

bool is_recursive(const object_schema& schema)
{
    std::vector<const object_schema*> seen;
    std::vector<const object_schema*> pending{&schema};
    while (!pending.empty())
    {
        const auto* current = pending.back();
        pending.pop_back();
        for (const auto& member : current->fields)
        {
            const auto* inner = member.type;
            while (inner->element) inner = inner->element;
            if (inner->kind != value_kind::object) continue;
            const auto* next = &inner->object();
            if (next == &schema) return true;
            if (std::find(seen.begin(), seen.end(), next) == seen.end())
            {
                seen.push_back(next);
                pending.push_back(next);
            }
        }
    }
    return false;
}

std::string_view json_schema_writer::reference(const object_schema& schema)
{
    if (std::find(referenced_.begin(), referenced_.end(), &schema) == referenced_.end()) referenced_.push_back(&schema);
    return schema.name;
}

void json_schema_writer::refer(std::string_view name, bool nullable, json_object& output) const
{
    const auto target = json_object::quoted((strict() ? "#/$defs/" : "#/components/schemas/") + std::string{name});
    if (nullable) output.member("anyOf", R"([{"$ref":)" + target + R"(},{"type":"null"}])");
    else output.member("$ref", target);
}

void json_schema_writer::enumeration(const enum_values& values, bool nullable, json_object& output)
{
    if (strict())
    {
        output.member("type", type_text("string", nullable)).member("enum", json_list(values, nullable));
        return;
    }
    std::string description;
    for (const auto& value : values.values())
        description.append(description.empty() ? "`" : " `").append(value.name).append("`: ").append(value.description);
    json_object schema;
    schema.member("type", R"("string")").member("enum", json_list(values, false)).text("description", description);
    components_.push_back({values.name(), std::move(schema).done()});
    refer(values.name(), nullable, output);
}

/// Adds a component for the open object, because client generators cannot nest a type with free members.
void json_schema_writer::open_object(const field& field, const object_schema& owner, bool nullable, json_object& output)
{
    json_object schema;
    schema.member("type", R"("object")").member("additionalProperties", "true").text("description", field.description);
    components_.push_back({name_of_member(owner, field), std::move(schema).done()});
    refer(components_.back().name, nullable, output);
}

void json_schema_writer::nested(const object_schema& schema, bool nullable, json_object& output)
{
    if (strict() && !is_recursive(schema))
    {
        if (nullable) output.member("anyOf", "[" + object(schema) + R"(,{"type":"null"}])");
        else members(schema, {}, output);
        return;
    }
    refer(reference(schema), nullable, output);
}

void json_schema_writer::integer(const type_info& type, const value_bounds& bounds, json_object& output) const
{
    if (strict()) return;
    // The format implies the bounds of 64 bits, so only declared ones are written, and 0 for an unsigned integer.
    const bool is_64_bit = type.size == 8;
    const auto range     = range_of(type, bounds);
    output.text("format", is_64_bit ? "int64" : "int32");
    if (bounds.minimum_count || !is_64_bit || !type.is_signed) output.member("minimum", to_text(range.least));
    if (bounds.maximum_count || !is_64_bit) output.member("maximum", to_text(range.most));
}

void json_schema_writer::value(const type_info& type, const value_bounds& bounds, bool nullable, json_object& output)
{
    switch (type.kind)
    {
    case value_kind::boolean: output.member("type", type_text("boolean", nullable)); return;
    case value_kind::integer:
        output.member("type", type_text("integer", nullable));
        return integer(type, bounds, output);
    case value_kind::number:
        output.member("type", type_text("number", nullable));
        if (bounds.minimum && !strict()) output.member("minimum", plain_number(*bounds.minimum));
        if (bounds.maximum && !strict()) output.member("maximum", plain_number(*bounds.maximum));
        return;
    case value_kind::text:
    case value_kind::borrowed_text:
        output.member("type", type_text("string", nullable));
        if (strict()) return;
        write_bounds("minLength", "maxLength", bounds, output);
        if (bounds.without_null_byte) output.text("pattern", R"(^[^\u0000]*$)");
        return;
    case value_kind::enumeration: return enumeration(type.enumeration(), nullable, output);
    case value_kind::formatted_text:
        output.member("type", type_text("string", nullable));
        if (!strict() && !type.format().format.empty()) output.text("format", type.format().format);
        return;
    case value_kind::object: return nested(type.object(), nullable, output);
    case value_kind::open_object:
        if (strict()) throw programming_error{"an output schema has an open object; models fill closed schemas only"};
        output.member("type", type_text("object", nullable)).member("additionalProperties", "true");
        return;
    case value_kind::list:
    {
        json_object items;
        value(*type.element, {}, false, items);
        output.member("type", type_text("array", nullable)).member("items", std::move(items).done());
        return strict() ? void() : write_bounds("minItems", "maxItems", bounds, output);
    }
    case value_kind::nullable: return value(*type.element, bounds, true, output);
    }
}

std::string json_schema_writer::field_schema(const field& field, const object_schema& owner, bool without_null)
{
    json_object output;
    const bool  no_null    = without_null || field.reject_null || field.absent_if_null;
    const bool  takes_null = field.null_as_absent && !no_null && !strict();
    const auto& inner      = unwrap_nullable(*field.type);
    const bool  is_open    = inner.kind == value_kind::open_object && !strict();
    if (is_open) open_object(field, owner, !no_null && (takes_null || &inner != field.type), output);
    else value(no_null ? inner : *field.type, field.bounds, takes_null, output);
    if (strict()) return std::move(output.text("description", field.description)).done();

    if (!without_null) output.text("description", field_description(field));
    const bool is_null =
        field.type->kind == value_kind::nullable && !field.type->first(field.member_of(owner.defaults));
    // Client generators do not support the default of an open object.
    const bool has_default = field.presence == field_presence::optional && !is_open && !holds_secret(*field.type);
    if (has_default && !(no_null && is_null))
    {
        std::string text;
        write_value(*field.type, field.member_of(owner.defaults), text);
        output.member("default", text);
    }
    if (field.example) output.member("examples", example_text(field));
    return std::move(output).done();
}

void json_schema_writer::members(const object_schema& schema, std::span<const object_schema* const> further,
                                 json_object& output)
{
    json_object properties;
    std::string required;
    const auto  add = [&](const object_schema& owner) {
        for (const auto& field : owner.fields)
        {
            properties.member(field.name, field_schema(field, owner));
            if (!strict() && !field.is_required()) continue;
            required += required.empty() ? "" : ",";
            append_json_string(field.name, required);
        }
    };
    add(schema);
    for (const auto* owner : further) add(*owner);
    output.text("type", "object").member("properties", std::move(properties).done());
    if (strict() || !required.empty()) output.member("required", "[" + required + "]");
    if (strict() || schema.closed) output.member("additionalProperties", "false");
}

std::string json_schema_writer::object(const object_schema& schema, std::span<const object_schema* const> further)
{
    json_object output;
    members(schema, further, output);
    output.text("description", schema.description);
    if (!strict() && !schema.examples.empty())
    {
        std::string examples;
        for (const auto& example : schema.examples) examples.append(examples.empty() ? "" : ",").append(example);
        output.member("examples", "[" + examples + "]");
    }
    return std::move(output).done();
}

} // namespace verbatim::sdk::schema
