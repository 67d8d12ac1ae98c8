#include "verbatim/sdk/openapi.hpp"

#include "schema/describer.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace verbatim::sdk {

namespace {

using schema::describer;
using schema::json_object;

void add(const table& what, std::vector<component>& to, std::vector<const table*>& seen)
{
    if (std::find(seen.begin(), seen.end(), &what) != seen.end()) return;
    seen.push_back(&what);

    describer  says{describer::style::document};
    component  made{what.name, says.object(what)};
    const auto same = std::find_if(to.begin(), to.end(), [&](const component& one) { return one.name == what.name; });
    if (same == to.end()) to.push_back(std::move(made));
    else if (same->schema != made.schema)
        throw std::logic_error{what.name + ": two declared types bear this name and differ; rename one of them"};
    for (const auto* next : says.referred()) add(*next, to, seen);
}

std::string parameter(const schema::field& one, const table& in)
{
    describer   says{describer::style::document};
    json_object made;
    made.text("name", one.name)
        .text("in", "query")
        .member("required", one.when == schema::presence::taken ? "false" : "true");
    made.text("description", schema::description_of(one));
    auto       value  = says.field_schema(one, in, true);
    const auto kind   = schema::beneath(*one.is).is;
    const bool nested = kind == schema::kind::list || kind == schema::kind::object || kind == schema::kind::open_object;
    if (nested) // such a parameter is JSON text
        made.member("content", R"({"application/json":{"schema":)" + value + "}}");
    else made.member("schema", value);
    return std::move(made).done();
}

} // namespace

void add_component(const table& what, std::vector<component>& to)
{
    check_examples(what);
    std::vector<const table*> seen;
    add(what, to, seen);
}

std::string reference_to(const table& what)
{
    return R"({"$ref":)" + json_object::quoted("#/components/schemas/" + what.name) + "}";
}

const std::vector<std::string>& examples(const table& what) { return what.examples; }

bool is_screened(const table& what)
{
    return schema::any_field_of(what, [](const schema::field& one) { return one.screened != screening::none; });
}

std::string query_parameters(const table& what)
{
    std::string all;
    for (const auto& one : what.fields) all.append(all.empty() ? "[" : ",").append(parameter(one, what));
    return all.empty() ? "[]" : all + "]";
}

std::string strict_schema(const table& what)
{
    describer says{describer::style::strict};
    auto      schema = says.object(what);

    // Tables that recur refer to themselves; describing one may find another.
    json_object definitions;
    std::size_t described = 0;
    for (; described < says.referred().size(); ++described)
    {
        const auto& next = *says.referred()[described];
        definitions.member(next.name, says.object(next));
    }
    if (described == 0) return schema;
    schema.pop_back();
    return schema + R"(,"$defs":)" + std::move(definitions).done() + "}";
}

} // namespace verbatim::sdk
