#include "improvised.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <stdexcept>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

constexpr std::size_t items_of_a_list = 3;

/// Deeper than any reply: a form whose type holds itself is filled with empty lists from there on.
constexpr std::size_t deepest = 4;

class improviser
{
public:
    explicit improviser(const json::object& schema)
        : whole_{schema}
    {}

    json::value value(const json::object& of, std::size_t nth, std::size_t depth) const
    {
        if (const auto* other = of.if_contains("$ref")) return value(definition(other->as_string()), nth, depth);
        if (const auto* any = of.if_contains("anyOf")) return value(any->at(0).as_object(), nth, depth);
        if (const auto* words = of.if_contains("enum")) return words->as_array().at(nth % words->as_array().size());

        const auto& type = of.at("type");
        const auto  name = type.is_array() ? type.at(0).as_string() : type.as_string();
        if (name == "string") return json::string{improvised_text()};
        if (name == "number") return 0.5;
        if (name == "integer") return nth;
        if (name == "boolean") return true;
        if (name == "array") return list(of.at("items").as_object(), depth);
        if (name == "object") return object(of.at("properties").as_object(), nth, depth);
        throw std::logic_error{"a form asks for a type that cannot be made up"};
    }

private:
    json::value list(const json::object& of_items, std::size_t depth) const
    {
        json::array all;
        for (std::size_t n = 0; depth != deepest && n != items_of_a_list; ++n)
            all.push_back(value(of_items, n, depth + 1));
        return all;
    }

    json::value object(const json::object& members, std::size_t nth, std::size_t depth) const
    {
        json::object all;
        for (const auto& [name, member] : members) all[name] = value(member.as_object(), nth, depth);
        return all;
    }

    const json::object& definition(std::string_view reference) const
    {
        constexpr std::string_view where = "#/$defs/";
        return whole_.at("$defs").at(reference.substr(where.size())).as_object();
    }

    const json::object& whole_;
};

} // namespace

std::string improvised_reply(std::string_view schema)
{
    const auto whole = json::parse(schema);
    return json::serialize(improviser{whole.as_object()}.value(whole.as_object(), 0, 0));
}

std::string improvised_text() { return R"(Told by <PERSON_0>: "it is so" \ maybe.)"; }

} // namespace verbatim::testing
