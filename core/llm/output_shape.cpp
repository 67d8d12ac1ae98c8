#include "llm/output_shape.hpp"

#include "llm/codec.hpp"
#include "llm/json_members.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/serialize.hpp>

namespace verbatim::core::llm {

namespace json = boost::json;

namespace {

bool append_shape(std::string& shape, const json::value& schema);

/// The alternatives of a schema, such as the values of an enumeration, between bars.
template <class Append>
bool append_alternatives(std::string& shape, const json::array& alternatives, Append append)
{
    for (std::size_t n = 0; n != alternatives.size(); ++n)
    {
        if (n != 0) shape += " | ";
        if (!append(alternatives[n])) return false;
    }
    return true;
}

bool append_members(std::string& shape, const json::value& schema)
{
    const auto* properties = find_member(&schema, {"properties"});
    if (!properties || !properties->is_object()) return false;
    shape += '{';
    for (const auto& [name, member] : properties->get_object())
    {
        if (shape.back() != '{') shape += ", ";
        sdk::append_json_string({name.data(), name.size()}, shape);
        shape += ": ";
        if (!append_shape(shape, member)) return false;
    }
    shape += '}';
    return true;
}

bool append_type(std::string& shape, const json::value& type, const json::value& schema)
{
    if (!type.is_string()) return false;
    if (type.get_string() == "object") return append_members(shape, schema);
    if (type.get_string() != "array")
    {
        shape.append(type.get_string().data(), type.get_string().size());
        return true;
    }
    const auto* items = find_member(&schema, {"items"});
    shape += '[';
    if (!items || !append_shape(shape, *items)) return false;
    shape += ", ...]";
    return true;
}

/// False for a schema with other keywords.
bool append_shape(std::string& shape, const json::value& schema)
{
    const auto array = [&](std::string_view name) {
        const auto* member = find_member(&schema, {name});
        return member ? member->if_array() : nullptr;
    };
    if (const auto* values = array("enum"))
        return append_alternatives(shape, *values, [&](const json::value& value) {
            shape += json::serialize(value);
            return true;
        });
    if (const auto* schemas = array("anyOf"))
        return append_alternatives(shape, *schemas,
                                   [&](const json::value& other) { return append_shape(shape, other); });
    if (const auto* types = array("type"))
        return append_alternatives(shape, *types,
                                   [&](const json::value& type) { return append_type(shape, type, schema); });
    const auto* type = find_member(&schema, {"type"});
    return type && append_type(shape, *type, schema);
}

} // namespace

std::string output_shape(std::string_view json_schema)
{
    const auto  schema = parse_json(json_schema);
    std::string shape;
    return schema && append_shape(shape, *schema) ? shape : std::string{json_schema};
}

} // namespace verbatim::core::llm
