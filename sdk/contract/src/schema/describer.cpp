#include "schema/describer.hpp"

#include "schema/integers.hpp"
#include "schema/numbers.hpp"

#include <algorithm>
#include <stdexcept>

namespace verbatim::sdk::schema {

namespace {

std::string type_text(std::string_view name, bool nullable)
{
    const auto quoted = json_object::quoted(name);
    return nullable ? "[" + quoted + ",\"null\"]" : quoted;
}

void bounds(std::string_view least, std::string_view most, const limits& within, json_object& to)
{
    if (within.least) to.member(least, std::to_string(*within.least));
    if (within.most) to.member(most, std::to_string(*within.most));
}

std::string listed(const sdk::words& all, bool nullable)
{
    std::string made;
    for (const auto& one : all.all())
    {
        made += made.empty() ? '[' : ',';
        write_text(one.name, made);
    }
    return made.append(nullable ? ",null]" : "]");
}

std::string example_text(const field& one)
{
    return "[" + (is_textual(*one.is) ? json_object::quoted(*one.example) : *one.example) + "]";
}

} // namespace

std::string description_of(const field& one)
{
    auto        said = one.sentence;
    const auto* is   = &beneath(*one.is);
    if (is->is == kind::list) is = &beneath(*is->of);
    if (is->is == kind::words)
        for (const auto& word : is->words().all())
            said.append(" `").append(word.name).append("`: ").append(word.sentence);
    return said;
}

bool recurs(const table& what)
{
    std::vector<const table*> seen;
    std::vector<const table*> waiting{&what};
    while (!waiting.empty())
    {
        const auto* one = waiting.back();
        waiting.pop_back();
        for (const auto& member : one->fields)
        {
            const auto* inner = member.is;
            while (inner->of) inner = inner->of;
            if (inner->is != kind::object) continue;
            const auto* next = &inner->object();
            if (next == &what) return true;
            if (std::find(seen.begin(), seen.end(), next) == seen.end())
            {
                seen.push_back(next);
                waiting.push_back(next);
            }
        }
    }
    return false;
}

std::string describer::reference(const table& what)
{
    if (std::find(referred_.begin(), referred_.end(), &what) == referred_.end()) referred_.push_back(&what);
    const std::string_view where = strict() ? "#/$defs/" : "#/components/schemas/";
    return json_object::quoted(std::string{where} + what.name);
}

void describer::nested(const table& what, bool nullable, json_object& to)
{
    if (strict() && !recurs(what))
    {
        if (nullable) to.member("anyOf", "[" + object(what) + R"(,{"type":"null"}])");
        else members(what, to);
        return;
    }
    const auto where = reference(what);
    if (nullable) to.member("anyOf", R"([{"$ref":)" + where + R"(},{"type":"null"}])");
    else to.member("$ref", where);
}

void describer::integer(const shape& of, const limits& within, json_object& to) const
{
    if (strict()) return;
    // Bounds of 64 bits are left to the format: they are of the machine, not of the subject.
    const bool whole_word = of.size == 8;
    const auto range      = range_of(of, within);
    to.text("format", whole_word ? "int64" : "int32");
    if (within.least || !whole_word || !of.is_signed) to.member("minimum", to_text(range.least));
    if (within.most || !whole_word) to.member("maximum", to_text(range.most));
}

void describer::value(const shape& of, const limits& within, bool nullable, json_object& to)
{
    switch (of.is)
    {
    case kind::boolean: to.member("type", type_text("boolean", nullable)); return;
    case kind::integer: to.member("type", type_text("integer", nullable)); return integer(of, within, to);
    case kind::number:
        to.member("type", type_text("number", nullable));
        if (within.least_number && !strict()) to.member("minimum", plain_number(*within.least_number));
        if (within.most_number && !strict()) to.member("maximum", plain_number(*within.most_number));
        return;
    case kind::text:
    case kind::borrowed_text:
        to.member("type", type_text("string", nullable));
        if (strict()) return;
        bounds("minLength", "maxLength", within, to);
        if (within.without_null_byte) to.text("pattern", R"(^[^\u0000]*$)");
        return;
    case kind::words:
        to.member("type", type_text("string", nullable));
        to.member("enum", listed(of.words(), nullable));
        return;
    case kind::spelled:
        to.member("type", type_text("string", nullable));
        if (!strict()) to.text("format", of.spelled().format);
        return;
    case kind::object: return nested(of.object(), nullable, to);
    case kind::open_object:
        if (strict()) throw std::logic_error{"an open object has no closed schema that a model could be asked to fill"};
        to.member("type", type_text("object", nullable));
        return;
    case kind::list:
    {
        json_object items;
        value(*of.of, {}, false, items);
        to.member("type", type_text("array", nullable)).member("items", std::move(items).done());
        return strict() ? void() : bounds("minItems", "maxItems", within, to);
    }
    case kind::nullable: return value(*of.of, within, true, to);
    }
}

std::string describer::field_schema(const field& one, const table& in, bool without_null)
{
    json_object made;
    const bool  no_null = without_null || one.null_is_wrong;
    const bool takes_null = one.null_is_absent && !no_null && !strict();
    value(no_null ? beneath(*one.is) : *one.is, one.within, takes_null, made);
    if (strict()) return std::move(made.text("description", description_of(one))).done();

    if (!without_null) made.text("description", description_of(one));
    const bool is_null = one.is->is == kind::nullable && !one.is->first(one.in(in.blank));
    if (one.when == presence::taken && !holds_secret(*one.is) && !(no_null && is_null))
    {
        std::string text;
        write_value(*one.is, one.in(in.blank), text);
        made.member("default", text);
    }
    if (one.example) made.member("examples", example_text(one));
    return std::move(made).done();
}

void describer::members(const table& what, json_object& to)
{
    json_object properties;
    std::string required;
    for (const auto& one : what.fields)
    {
        properties.member(one.name, field_schema(one, what));
        if (!strict() && one.when == presence::taken) continue;
        required += required.empty() ? "" : ",";
        write_text(one.name, required);
    }
    to.text("type", "object").member("properties", std::move(properties).done());
    if (strict() || !required.empty()) to.member("required", "[" + required + "]");
    if (strict() || what.closed) to.member("additionalProperties", "false");
}

std::string describer::object(const table& what)
{
    json_object made;
    members(what, made);
    made.text("description", what.sentence);
    if (!strict() && !what.examples.empty())
    {
        std::string all;
        for (const auto& one : what.examples) all.append(all.empty() ? "" : ",").append(one);
        made.member("examples", "[" + all + "]");
    }
    return std::move(made).done();
}

} // namespace verbatim::sdk::schema
