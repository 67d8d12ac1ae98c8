// Reading from named texts: a query string, the environment.
#include "verbatim/sdk/json_text.hpp"

#include "schema/reader.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <array>
#include <utility>

namespace verbatim::sdk::schema {

namespace json = boost::json;

std::optional<json::value> parse_json(std::string_view text, json::storage_ptr memory)
{
    json::parse_options options;
    options.max_depth = max_depth;
    json::error_code failure;
    auto value = json::parse(json::string_view{text.data(), text.size()}, failure, std::move(memory), options);
    if (failure) return std::nullopt;
    return value;
}

namespace {

json::value as_text(std::string_view text) { return json::value(json::string_view{text.data(), text.size()}); }

json::value boolean_of(std::string_view text)
{
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    return as_text(text);
}

} // namespace

json::value json_value_of(const type_info& type, std::string_view text)
{
    if (!utf8::is_valid(text)) // a value of another type, so that reading reports the expected type
        return unwrap_nullable(type).kind == value_kind::list ? json::value(false) : json::value(json::array());
    if (is_textual(type)) return as_text(text);
    const auto& unwrapped = unwrap_nullable(type);
    if (unwrapped.kind == value_kind::boolean) return boolean_of(text);

    auto       value     = parse_json(text);
    const bool is_scalar = unwrapped.kind == value_kind::integer || unwrapped.kind == value_kind::number;
    if (!value || (is_scalar && !value->is_number())) return as_text(text);
    return std::move(*value);
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

namespace {

void reject_borrowed_text(const object_schema& schema)
{
    if (schema::borrows_text(schema))
        throw schema::declaration_error(
            schema.name +
            ": a member is a std::string_view, which would borrow from a temporary; make it a std::string");
}

} // namespace

bool has_borrowed_text(const object_schema& schema) { return schema::borrows_text(schema); }

std::optional<std::vector<field_issue>> read_text(const object_schema& schema, std::string_view text, void* target)
{
    reject_borrowed_text(schema);
    std::array<unsigned char, 2048> buffer; // bytes; most model output fits
    boost::json::monotonic_resource memory{buffer.data(), buffer.size()};
    const auto                      parsed = schema::parse_json(text, &memory);
    if (!parsed) return std::nullopt;
    return read(schema, *parsed, target);
}

std::vector<field_issue> read(const object_schema&                                               schema,
                              const std::function<std::optional<std::string>(std::string_view)>& lookup, void* target)
{
    reject_borrowed_text(schema);
    boost::json::object object;
    for (const auto& field : schema.fields)
        if (const auto text = lookup(field.name)) object.emplace(field.name, schema::json_value_of(*field.type, *text));
    return read(schema, boost::json::value(std::move(object)), target);
}

} // namespace verbatim::sdk
