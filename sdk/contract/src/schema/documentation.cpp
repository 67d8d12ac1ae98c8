// Fields as the documentation, the sample configuration and --print-config show them.
#include "schema/numbers.hpp"
#include "schema/object_schema.hpp"
#include "schema/writer.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/string.hpp>

#include <utility>

namespace verbatim::sdk {

namespace schema {

namespace {

std::string allowed_kind(const type_info& type)
{
    switch (type.kind)
    {
    case value_kind::boolean: return "true or false";
    case value_kind::integer: return "integer";
    case value_kind::number: return "number";
    case value_kind::text:
    case value_kind::borrowed_text: return "text";
    case value_kind::enumeration: return type.enumeration().quoted_list();
    case value_kind::formatted_text: return type.format().secret ? "secret" : std::string{type.format().format};
    case value_kind::object:
    case value_kind::open_object: return "object as JSON text";
    case value_kind::list: return "list as JSON text";
    case value_kind::nullable: return allowed_kind(*type.element);
    }
    return {};
}

std::string unit_of(const type_info& type)
{
    switch (unwrap_nullable(type).kind)
    {
    case value_kind::text:
    case value_kind::borrowed_text: return " character";
    case value_kind::list: return " item";
    default: return {};
    }
}

std::string with_unit(std::int64_t count, const type_info& type)
{
    auto text = std::to_string(count) + unit_of(type);
    if (count != 1 && !unit_of(type).empty()) text += 's';
    return text;
}

std::string allowed(const field& field)
{
    auto text = allowed_kind(*field.type);
    if (field.bounds.minimum_count) text += ", at least " + with_unit(*field.bounds.minimum_count, *field.type);
    if (field.bounds.minimum) text += ", at least " + plain_number(*field.bounds.minimum);
    if (field.bounds.maximum_count) text += ", at most " + with_unit(*field.bounds.maximum_count, *field.type);
    if (field.bounds.maximum) text += ", at most " + plain_number(*field.bounds.maximum);
    return text;
}

/// The value as an operator sets it: a text without quotes, any other value as JSON.
std::string setting_text(const type_info& type, const void* value)
{
    if (type.kind == value_kind::nullable)
    {
        const auto* inner = type.first(value);
        return inner ? setting_text(*type.element, inner) : std::string{};
    }
    std::string text;
    write_value(type, value, text);
    if (is_textual(type)) text = std::string{boost::json::parse(text).as_string()};
    return text;
}

} // namespace
} // namespace schema

std::vector<field_documentation> document_fields(const object_schema& schema, const void* value)
{
    std::vector<field_documentation> documentation;
    for (const auto& field : schema.fields)
    {
        field_documentation entry;
        entry.name        = field.name;
        entry.allowed     = schema::allowed(field);
        entry.description = field.description;
        entry.example     = field.example.value_or("");
        entry.required    = field.presence != schema::field_presence::optional;
        entry.secret      = schema::holds_secret(*field.type);
        entry.is_text     = schema::is_textual(*field.type);
        if (value || !entry.required)
            entry.value = schema::setting_text(*field.type, field.member_of(value ? value : schema.defaults));
        documentation.push_back(std::move(entry));
    }
    return documentation;
}

} // namespace verbatim::sdk
