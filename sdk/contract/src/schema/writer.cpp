#include "schema/writer.hpp"

#include "schema/integers.hpp"
#include "schema/numbers.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace verbatim::sdk::schema {

namespace json = boost::json;

namespace {

void write_escaped(char byte, std::string& to)
{
    constexpr std::string_view hex = "0123456789abcdef";
    switch (byte)
    {
    case '"': to.append("\\\""); return;
    case '\\': to.append("\\\\"); return;
    case '\b': to.append("\\b"); return;
    case '\f': to.append("\\f"); return;
    case '\n': to.append("\\n"); return;
    case '\r': to.append("\\r"); return;
    case '\t': to.append("\\t"); return;
    default: break;
    }
    const auto code = static_cast<unsigned char>(byte);
    to.append("\\u00");
    to += hex[code >> 4U];
    to += hex[code & 0xFU];
}

bool must_be_escaped(char byte) noexcept
{
    return static_cast<unsigned char>(byte) < 0x20 || byte == '"' || byte == '\\';
}

/// Whether one of the eight bytes must be escaped. Subtracting borrows into the high bit of a byte below the
/// subtrahend; bytes above 0x7F, which have that bit anyway, are masked out.
bool any_must_be_escaped(std::uint64_t eight) noexcept
{
    constexpr std::uint64_t ones  = 0x0101010101010101;
    constexpr std::uint64_t highs = ones * 0x80;
    const auto              below = [&](std::uint64_t bytes, std::uint64_t limit) {
        return (bytes - ones * limit) & ~bytes & highs;
    };
    return (below(eight, 0x20) | below(eight ^ (ones * '"'), 1) | below(eight ^ (ones * '\\'), 1)) != 0;
}

/// The first byte from `start` on that must be escaped, or the end.
std::size_t next_escape(std::string_view text, std::size_t start) noexcept
{
    std::uint64_t eight = 0;
    for (; start + sizeof eight <= text.size(); start += sizeof eight)
    {
        std::memcpy(&eight, text.data() + start, sizeof eight);
        if (any_must_be_escaped(eight)) break;
    }
    while (start < text.size() && !must_be_escaped(text[start])) ++start;
    return start;
}

template <class Integer>
void write_integer(Integer number, std::string& to)
{
    char       room[24];
    const auto end = std::to_chars(room, room + sizeof room, number).ptr;
    to.append(room, end);
}

void write_finite(double number, std::string& to)
{
    if (!std::isfinite(number)) throw std::logic_error{"a number that is not finite has no JSON"};
    write_number(number, to);
}

void write_json(const json::value& from, std::string& to);

void write_json(const json::object& from, std::string& to)
{
    char before = '{';
    for (const auto& member : from)
    {
        to += before;
        write_text(std::string_view{member.key().data(), member.key().size()}, to);
        to += ':';
        write_json(member.value(), to);
        before = ',';
    }
    to.append(from.empty() ? "{}" : "}");
}

void write_json(const json::array& from, std::string& to)
{
    char before = '[';
    for (const auto& item : from)
    {
        to += before;
        write_json(item, to);
        before = ',';
    }
    to.append(from.empty() ? "[]" : "]");
}

void write_json(const json::value& from, std::string& to)
{
    switch (from.kind())
    {
    case json::kind::null: to.append("null"); return;
    case json::kind::bool_: to.append(from.get_bool() ? "true" : "false"); return;
    case json::kind::int64: return write_integer(from.get_int64(), to);
    case json::kind::uint64: return write_integer(from.get_uint64(), to);
    case json::kind::double_: return write_finite(from.get_double(), to);
    case json::kind::string:
        return write_text(std::string_view{from.get_string().data(), from.get_string().size()}, to);
    case json::kind::array: return write_json(from.get_array(), to);
    case json::kind::object: return write_json(from.get_object(), to);
    }
}

void write_object(const table& what, const void* from, std::string& to)
{
    char before = '{';
    for (const auto& one : what.fields)
    {
        to += before;
        write_text(one.name, to);
        to += ':';
        write_value(*one.is, one.in(from), to);
        before = ',';
    }
    to.append(what.fields.empty() ? "{}" : "}");
}

void write_list(const shape& of, const void* from, std::string& to)
{
    const auto  count  = of.count(from);
    const auto* item   = static_cast<const char*>(of.first(from));
    char        before = '[';
    for (std::size_t i = 0; i < count; ++i, item += of.of->size)
    {
        to += before;
        write_value(*of.of, item, to);
        before = ',';
    }
    to.append(count == 0 ? "[]" : "]");
}

void write_word(const shape& of, const void* from, std::string& to)
{
    const auto* one = of.words().meaning(static_cast<std::int64_t>(load_integer(of, from)));
    if (!one)
        throw std::logic_error{"an enumeration holds a value that none of its words (" + of.words().listed() +
                               ") means"};
    write_text(one->name, to);
}

void write_spelled(const shape& of, const void* from, std::string& to)
{
    const auto& how  = of.spelled();
    const auto  text = how.print(from);
    write_text(how.secret && !text.empty() ? std::string_view{"***"} : std::string_view{text}, to);
}

} // namespace

void write_text(std::string_view text, std::string& to)
{
    to += '"';
    for (std::size_t start = 0;;)
    {
        const auto next = next_escape(text, start);
        to.append(text, start, next - start);
        if (next == text.size()) break;
        write_escaped(text[next], to);
        start = next + 1;
    }
    to += '"';
}

void write_value(const shape& of, const void* from, std::string& to)
{
    switch (of.is)
    {
    case kind::boolean: to.append(*static_cast<const bool*>(from) ? "true" : "false"); return;
    case kind::integer: to.append(to_text(load_integer(of, from))); return;
    case kind::number:
    {
        double number = 0;
        std::memcpy(&number, from, sizeof number);
        return write_finite(number, to);
    }
    case kind::text: return write_text(*static_cast<const std::string*>(from), to);
    case kind::borrowed_text: return write_text(*static_cast<const std::string_view*>(from), to);
    case kind::words: return write_word(of, from, to);
    case kind::spelled: return write_spelled(of, from, to);
    case kind::object: return write_object(of.object(), from, to);
    case kind::open_object: return write_json(*static_cast<const json::object*>(from), to);
    case kind::list: return write_list(of, from, to);
    case kind::nullable:
        if (const auto* held = of.first(from)) write_value(*of.of, held, to);
        else to.append("null");
        return;
    }
}

std::string json_text(const json::value& from)
{
    std::string text;
    write_json(from, text);
    return text;
}

} // namespace verbatim::sdk::schema

namespace verbatim::sdk {

void write(const table& what, const void* value, std::string& to) { schema::write_value(*what.is, value, to); }

} // namespace verbatim::sdk
