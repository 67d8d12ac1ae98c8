#include "generated_reply.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <stdexcept>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

constexpr std::size_t list_size = 3;

/// Deeper than any reply: from here on, lists of a recursive type are empty.
constexpr std::size_t max_depth = 4;

class json_generator
{
public:
    explicit json_generator(const json::object& schema)
        : schema_{schema}
    {}

    json::value value(const json::object& schema, std::size_t nth, std::size_t depth) const
    {
        if (const auto* other = schema.if_contains("$ref")) return value(definition(other->as_string()), nth, depth);
        if (const auto* alternatives = schema.if_contains("anyOf"))
            return value(alternatives->at(0).as_object(), nth, depth);
        if (const auto* values = schema.if_contains("enum"))
            return values->as_array().at(nth % values->as_array().size());

        const auto& type = schema.at("type");
        const auto  name = type.is_array() ? type.at(0).as_string() : type.as_string();
        if (name == "string") return json::string{generated_text()};
        if (name == "number") return 0.5;
        if (name == "integer") return nth;
        if (name == "boolean") return true;
        if (name == "array") return list(schema.at("items").as_object(), depth);
        if (name == "object") return object(schema.at("properties").as_object(), nth, depth);
        throw std::logic_error{"the output schema has a type without a generated value"};
    }

private:
    json::value list(const json::object& item_schema, std::size_t depth) const
    {
        json::array items;
        for (std::size_t n = 0; depth != max_depth && n != list_size; ++n)
            items.push_back(value(item_schema, n, depth + 1));
        return items;
    }

    json::value object(const json::object& members, std::size_t nth, std::size_t depth) const
    {
        json::object object;
        for (const auto& [name, member] : members) object[name] = value(member.as_object(), nth, depth);
        return object;
    }

    const json::object& definition(std::string_view reference) const
    {
        constexpr std::string_view prefix = "#/$defs/";
        return schema_.at("$defs").at(reference.substr(prefix.size())).as_object();
    }

    const json::object& schema_;
};

} // namespace

std::string generated_json(std::string_view schema_text)
{
    const auto schema = json::parse(schema_text);
    return json::serialize(json_generator{schema.as_object()}.value(schema.as_object(), 0, 0));
}

std::string generated_text() { return R"(Told by <PERSON_0>: "it is so" \ maybe.)"; }

} // namespace verbatim::testing
