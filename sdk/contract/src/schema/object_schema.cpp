#include "schema/object_schema.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <algorithm>

namespace verbatim::sdk {

const schema::field* object_schema::find_field(std::string_view field_name) const noexcept
{
    const auto it = std::find_if(fields.begin(), fields.end(),
                                 [&](const schema::field& field) { return field.name == field_name; });
    return it == fields.end() ? nullptr : &*it;
}

std::string_view name_of(const object_schema& schema) noexcept { return schema.name; }

std::string_view description_of(const object_schema& schema) noexcept { return schema.description; }

const schema::type_info* type_of_member(const object_schema& schema, std::string_view name) noexcept
{
    if (const auto* field = schema.find_field(name)) return field->type;
    return schema.closed ? &schema::type_info_of<bool> : nullptr;
}

namespace schema {

namespace {

const type_info& innermost(const type_info& type)
{
    const type_info* inner = &type;
    while (inner->element) inner = inner->element;
    return *inner;
}

/// A schema and those that lead to it.
struct schema_path
{
    const object_schema& schema;
    const schema_path*   parent;
};

bool has_cycle(const schema_path& path)
{
    const auto* step = path.parent;
    while (step && &step->schema != &path.schema) step = step->parent;
    return step != nullptr;
}

bool any_reachable_field(const schema_path& path, bool (*predicate)(const field&))
{
    if (has_cycle(path)) return false;
    return std::any_of(path.schema.fields.begin(), path.schema.fields.end(), [&](const field& field) {
        const auto& inner = innermost(*field.type);
        return predicate(field) ||
               (inner.kind == value_kind::object && any_reachable_field({inner.object(), &path}, predicate));
    });
}

bool is_secret(const field& field)
{
    const auto& inner = innermost(*field.type);
    return inner.kind == value_kind::formatted_text && inner.format().secret;
}

} // namespace

bool is_textual(const type_info& type) noexcept
{
    switch (unwrap_nullable(type).kind)
    {
    case value_kind::text:
    case value_kind::borrowed_text:
    case value_kind::enumeration:
    case value_kind::formatted_text: return true;
    case value_kind::boolean:
    case value_kind::integer:
    case value_kind::number:
    case value_kind::object:
    case value_kind::open_object:
    case value_kind::list:
    case value_kind::nullable: return false;
    }
    return false;
}

bool any_field_of(const object_schema& schema, bool (*predicate)(const field&))
{
    return any_reachable_field({schema, nullptr}, predicate);
}

bool borrows_text(const object_schema& schema)
{
    return any_field_of(schema,
                        [](const field& field) { return innermost(*field.type).kind == value_kind::borrowed_text; });
}

bool holds_secret(const type_info& type)
{
    const auto& inner = innermost(type);
    if (inner.kind == value_kind::formatted_text) return inner.format().secret;
    return inner.kind == value_kind::object && any_field_of(inner.object(), &is_secret);
}

} // namespace schema
} // namespace verbatim::sdk
