// A table as the manual, the sample configuration and --print-config show it.
#include "schema/numbers.hpp"
#include "schema/table.hpp"
#include "schema/writer.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/string.hpp>

#include <utility>

namespace verbatim::sdk {

namespace schema {

namespace {

std::string allowed_kind(const shape& of)
{
    switch (of.is)
    {
    case kind::boolean: return "true or false";
    case kind::integer: return "integer";
    case kind::number: return "number";
    case kind::text:
    case kind::borrowed_text: return "text";
    case kind::words: return of.words().listed();
    case kind::spelled: return of.spelled().secret ? "secret" : std::string{of.spelled().format};
    case kind::object:
    case kind::open_object: return "object as JSON text";
    case kind::list: return "list as JSON text";
    case kind::nullable: return allowed_kind(*of.of);
    }
    return {};
}

std::string unit_of(const shape& of)
{
    switch (beneath(of).is)
    {
    case kind::text:
    case kind::borrowed_text: return " character";
    case kind::list: return " item";
    default: return {};
    }
}

std::string counted(std::int64_t count, const shape& of)
{
    auto said = std::to_string(count) + unit_of(of);
    if (count != 1 && !unit_of(of).empty()) said += 's';
    return said;
}

std::string allowed(const field& one)
{
    auto said = allowed_kind(*one.is);
    if (one.within.least) said += ", at least " + counted(*one.within.least, *one.is);
    if (one.within.least_number) said += ", at least " + plain_number(*one.within.least_number);
    if (one.within.most) said += ", at most " + counted(*one.within.most, *one.is);
    if (one.within.most_number) said += ", at most " + plain_number(*one.within.most_number);
    return said;
}

/// As it would be set: texts without their quotes, all else as JSON.
std::string setting_text(const shape& of, const void* from)
{
    if (of.is == kind::nullable)
    {
        const auto* held = of.first(from);
        return held ? setting_text(*of.of, held) : std::string{};
    }
    std::string text;
    write_value(of, from, text);
    if (is_textual(of)) text = std::string{boost::json::parse(text).as_string()};
    return text;
}

} // namespace
} // namespace schema

std::vector<field_note> notes(const table& what, const void* value)
{
    std::vector<field_note> all;
    for (const auto& one : what.fields)
    {
        field_note note;
        note.name     = one.name;
        note.allowed  = schema::allowed(one);
        note.sentence = one.sentence;
        note.example  = one.example.value_or("");
        note.needed   = one.when != schema::presence::taken;
        note.secret   = schema::holds_secret(*one.is);
        note.quoted   = schema::is_textual(*one.is);
        if (value || !note.needed) note.text = schema::setting_text(*one.is, one.in(value ? value : what.blank));
        all.push_back(std::move(note));
    }
    return all;
}

} // namespace verbatim::sdk
