// Defaults and examples, read by their own schema.
#include "verbatim/sdk/openapi.hpp"

#include "schema/reader.hpp"
#include "schema/writer.hpp"
#include "verbatim/sdk/error.hpp"

#include <boost/json/string.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

/// The first rule that the value breaks; empty when none.
std::string first_issue(const field& field, const std::optional<json::value>& source, void* scratch)
{
    if (!source) return "it is not JSON";
    reader          reader;
    const path_step here{nullptr, field.name};
    reader.value(*field.type, field.bounds, *source, field.member_of(scratch), &here);
    const auto issues = std::move(reader).issues();
    return issues.empty() ? std::string{} : issues.front().issue;
}

std::string problem_with_default(const field& field, const void* defaults, void* scratch)
{
    if (field.presence != field_presence::optional || holds_secret(*field.type)) return {};
    std::string text;
    try
    {
        write_value(*field.type, field.member_of(defaults), text);
    }
    catch (const unwritable& mistake)
    {
        return mistake.what();
    }
    return first_issue(field, parse_json(text), scratch);
}

std::string problem_with_example(const field& field, void* scratch)
{
    if (!field.example) return {};
    if (!is_textual(*field.type)) return first_issue(field, parse_json(*field.example), scratch);
    return first_issue(field, json::value(json::string(*field.example)), scratch);
}

void check(const object_schema& schema, std::vector<const object_schema*>& seen);

void check_fields(const object_schema& schema, std::vector<const object_schema*>& seen)
{
    const auto scratch = schema.erased.make();
    for (const auto& field : schema.fields)
    {
        if (const auto problem = problem_with(field, schema.defaults, scratch.get()); !problem.empty())
            throw declaration_error(schema.name + ": " + problem);
        const auto* inner = field.type;
        while (inner->element) inner = inner->element;
        if (inner->kind == value_kind::object) check(inner->object(), seen);
    }
}

void check(const object_schema& schema, std::vector<const object_schema*>& seen)
{
    if (std::find(seen.begin(), seen.end(), &schema) != seen.end()) return;
    seen.push_back(&schema);
    for (const auto& example : schema.examples)
    {
        const auto scratch = schema.erased.make();
        const auto body    = parse_json(example);
        const auto issues  = read(schema, *body, scratch.get());
        if (!issues.empty())
            throw declaration_error(schema.name + ": its example breaks a rule: " + issues.front().field + ": " +
                                    issues.front().issue);
    }
    check_fields(schema, seen);
}

} // namespace

std::string problem_with(const field& field, const void* defaults, void* scratch)
{
    if (const auto problem = problem_with_default(field, defaults, scratch); !problem.empty())
        return "the default of '" + field.name + "' breaks its own rule: " + problem;
    if (const auto problem = problem_with_example(field, scratch); !problem.empty())
        return "the example of '" + field.name + "' breaks its own rule: " + problem;
    return {};
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

void check_examples(const object_schema& schema)
{
    std::vector<const object_schema*> seen;
    schema::check(schema, seen);
}

} // namespace verbatim::sdk
