#include "schema/writer.hpp"

#include "schema/numbers.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

template <class Integer>
void write_integer(Integer number, std::string& output)
{
    char       buffer[24];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    output.append(buffer, end);
}

void write_finite(double number, std::string& output)
{
    if (!std::isfinite(number)) throw unwritable{"NaN and infinity have no JSON; use a std::optional for no number"};
    write_number(number, output);
}

void write_json(const json::value& source, std::string& output);

void write_json(const json::object& source, std::string& output)
{
    char separator = '{';
    for (const auto& member : source)
    {
        output += separator;
        append_json_string(std::string_view{member.key().data(), member.key().size()}, output);
        output += ':';
        write_json(member.value(), output);
        separator = ',';
    }
    output.append(source.empty() ? "{}" : "}");
}

void write_json(const json::array& source, std::string& output)
{
    char separator = '[';
    for (const auto& item : source)
    {
        output += separator;
        write_json(item, output);
        separator = ',';
    }
    output.append(source.empty() ? "[]" : "]");
}

void write_json(const json::value& source, std::string& output)
{
    switch (source.kind())
    {
    case json::kind::null: output.append("null"); return;
    case json::kind::bool_: output.append(source.get_bool() ? "true" : "false"); return;
    case json::kind::int64: return write_integer(source.get_int64(), output);
    case json::kind::uint64: return write_integer(source.get_uint64(), output);
    case json::kind::double_: return write_finite(source.get_double(), output);
    case json::kind::string:
        return append_json_string(std::string_view{source.get_string().data(), source.get_string().size()}, output);
    case json::kind::array: return write_json(source.get_array(), output);
    case json::kind::object: return write_json(source.get_object(), output);
    }
}

void write_member(const object_schema& schema, const field& field, const void* source, std::string& output)
{
    try
    {
        write_value(*field.type, field.member_of(source), output);
    }
    catch (const unwritable& mistake)
    {
        throw declaration_error(schema.name + ": '" + field.name + "': " + mistake.what());
    }
}

void write_object(const object_schema& schema, const void* source, std::string& output)
{
    char separator = '{';
    for (const auto& field : schema.fields)
    {
        if (field.is_absent(source)) continue;
        output += separator;
        append_json_string(field.name, output);
        output += ':';
        write_member(schema, field, source, output);
        separator = ',';
    }
    output.append(separator == '{' ? "{}" : "}");
}

void write_list(const type_info& type, const void* source, std::string& output)
{
    const auto  count     = type.count(source);
    const auto* item      = static_cast<const char*>(type.first(source));
    char        separator = '[';
    for (std::size_t i = 0; i < count; ++i, item += type.element->size)
    {
        output += separator;
        write_value(*type.element, item, output);
        separator = ',';
    }
    output.append(count == 0 ? "[]" : "]");
}

void write_enum_value(const type_info& type, const void* source, std::string& output)
{
    const auto* value = type.enumeration().find_by_value(static_cast<std::int64_t>(load_integer(type, source)));
    if (!value) throw unwritable{"the value of the enumeration has no name; use one that its declare() lists"};
    append_json_string(value->name, output);
}

void write_formatted(const type_info& type, const void* source, std::string& output)
{
    const auto& format = type.format();
    const auto  text   = format.print(source);
    append_json_string(format.secret && !text.empty() ? std::string_view{"***"} : std::string_view{text}, output);
}

std::size_t items_in(const type_info& type, const void* source)
{
    if (type.kind == value_kind::nullable)
    {
        const auto* inner = type.first(source);
        return inner ? items_in(*type.element, inner) : 0;
    }
    if (type.kind == value_kind::object) return item_count(type.object(), source);
    if (type.kind == value_kind::text) return static_cast<const std::string*>(source)->size() >> 10U;
    if (type.kind == value_kind::borrowed_text) return static_cast<const std::string_view*>(source)->size() >> 10U;
    if (type.kind == value_kind::formatted_text) return type.format().print(source).size() >> 10U;
    if (type.kind != value_kind::list) return 0;
    auto        count = type.count(source);
    const auto* item  = static_cast<const char*>(type.first(source));
    for (std::size_t i = 0, items = count; i < items; ++i, item += type.element->size)
        count += items_in(*type.element, item);
    return count;
}

} // namespace

void write_value(const type_info& type, const void* source, std::string& output)
{
    switch (type.kind)
    {
    case value_kind::boolean: output.append(*static_cast<const bool*>(source) ? "true" : "false"); return;
    case value_kind::integer: output.append(to_text(load_integer(type, source))); return;
    case value_kind::number:
    {
        double number = 0;
        std::memcpy(&number, source, sizeof number);
        return write_finite(number, output);
    }
    case value_kind::text: return append_json_string(*static_cast<const std::string*>(source), output);
    case value_kind::borrowed_text: return append_json_string(*static_cast<const std::string_view*>(source), output);
    case value_kind::enumeration: return write_enum_value(type, source, output);
    case value_kind::formatted_text: return write_formatted(type, source, output);
    case value_kind::object: return write_object(type.object(), source, output);
    case value_kind::open_object: return write_json(*static_cast<const json::object*>(source), output);
    case value_kind::list: return write_list(type, source, output);
    case value_kind::nullable:
        if (const auto* inner = type.first(source)) write_value(*type.element, inner, output);
        else output.append("null");
        return;
    }
}

std::string json_text(const json::value& source)
{
    std::string text;
    write_json(source, text);
    return text;
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

std::size_t item_count(const object_schema& schema, const void* value)
{
    std::size_t count = 0;
    for (const auto& field : schema.fields) count += schema::items_in(*field.type, field.member_of(value));
    return count;
}

void write(const object_schema& schema, const void* value, std::string& output)
{
    schema::write_value(*schema.info, value, output);
}

} // namespace verbatim::sdk
