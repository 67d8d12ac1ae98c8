#include "gateway/json_body.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <string>

namespace verbatim::core::gateway {

namespace json = boost::json;

namespace {

constexpr std::size_t      max_nesting = 64;
constexpr std::string_view byte_order_mark{"\xEF\xBB\xBF"};

/// The parser's state after a prefix of a JSON text. The prefix is valid, so quotes and brackets suffice.
struct position
{
    bool        in_string    = false;
    bool        after_escape = false; ///< after a backslash, or within the digits of \uXXXX
    char        last         = 0;     ///< last significant character outside strings; a closing quote for a string
    std::string open;                 ///< the brackets not yet closed
};

position scan_prefix(std::string_view prefix)
{
    position    state;
    std::size_t escape_remaining = 0; // characters left of an escape
    for (const char c : prefix)
    {
        if (state.in_string)
        {
            if (escape_remaining != 0) escape_remaining = c == 'u' && escape_remaining == 1 ? 4 : escape_remaining - 1;
            else if (c == '\\') escape_remaining = 1;
            else if (c == '"') state.in_string = false, state.last = '"';
            continue;
        }
        switch (c)
        {
        case ' ':
        case '\t':
        case '\r':
        case '\n': continue;
        case '"': state.in_string = true; break;
        case '{':
        case '[': state.open += c; break;
        case '}':
        case ']':
            if (!state.open.empty()) state.open.pop_back();
            break;
        default: break;
        }
        state.last = c;
    }
    state.after_escape = escape_remaining != 0;
    return state;
}

/// Whether the grammar requires a comma, a colon or a quoted member name here.
bool separator_or_name_expected(const position& state)
{
    const bool in_object = state.open.ends_with('{');
    switch (state.last)
    {
    case 0:
    case ':':
    case '[': return false; // a value is required
    case '-':
    case '+':
    case '.': return false; // a digit is required
    case '{': return true;
    case ',': return in_object;
    default: return !state.open.empty(); // after a value or a name
    }
}

/// Whether the escape at the end of a prefix follows half a surrogate pair: then the pair is broken.
bool follows_high_surrogate(std::string_view prefix)
{
    const auto before = prefix.substr(0, prefix.rfind('\\'));
    if (before.size() < 6) return false;
    const auto escape = before.substr(before.size() - 6);
    return escape.starts_with("\\u") && sdk::ascii::to_lower(escape[2]) == 'd' &&
           std::string_view{"89abAB"}.find(escape[3]) != std::string_view::npos;
}

constexpr std::string_view generic_hint = "the body is not valid JSON";

[[noreturn]] void throw_json_invalid(std::string_view reason, std::size_t offset)
{
    sdk::error failure{sdk::errc::json_invalid};
    failure.fields.push_back({"body", std::string{reason} + " (byte offset " + std::to_string(offset) + ")"});
    throw failure;
}

} // namespace

std::string_view hint(std::string_view text, std::size_t offset)
{
    const auto state  = scan_prefix(text.substr(0, offset));
    const bool at_end = offset >= text.size();
    if (state.in_string)
    {
        if (at_end) return R"(a string is never closed; a literal quote inside a string is written \")";
        if (state.after_escape && follows_high_surrogate(text.substr(0, offset))) return generic_hint;
        if (state.after_escape) return R"(a backslash starts no valid escape; a literal backslash is written \\)";
        if (static_cast<unsigned char>(text[offset]) < 0x20)
            return R"(control characters inside a string must be escaped, for example \n, \t or \u000b; once escaped they are )"
                   "accepted, so there is no need to strip them";
    }
    else if (!at_end && separator_or_name_expected(state))
        return "unexpected token where a comma, a colon or a quoted member name should stand; most often an unescaped "
               "quote ended "
               R"(a string early, and a literal quote inside a string is written \")";
    return generic_hint;
}

json_body::json_body(std::string_view text, const body_selection* selection)
    : allowance_{text.size()}
    , memory_{allowance_}
    , value_(json::storage_ptr{&memory_}) // braces would construct an array
{
    const auto skipped = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const auto parsed  = text.substr(skipped);

    json::parse_options options;
    options.max_depth = max_nesting;
    counted_heap                  scratch{allowance_};
    json::basic_parser<body_tree> parser{options, selection, json::storage_ptr{&scratch}, json::storage_ptr{&memory_}};
    boost::system::error_code     failed;
    const auto                    consumed = parser.write_some(false, parsed.data(), parsed.size(), failed);

    if (failed == json::error::too_deep)
        throw sdk::validation_error{"body", "JSON should be nested at most 64 levels deep"};
    // The parser stops after the first complete value; only whitespace may follow.
    const auto rest = parsed.find_first_not_of(" \t\r\n", consumed);
    if (failed == json::error::exponent_overflow)
        throw_json_invalid("a number's exponent is out of range", skipped + consumed);
    if (failed) throw_json_invalid(hint(text, skipped + consumed), skipped + consumed);
    if (rest != std::string_view::npos) throw_json_invalid(hint(text, skipped + rest), skipped + rest);
    value_   = parser.handler().release(); // same memory on both sides: no copy
    unknown_ = parser.handler().release_unknown_members();
}

namespace json = boost::json;

namespace {

constexpr std::size_t max_names = 100;

/// The name of the body's member that a path such as `compare.key` starts with.
std::string_view root_of(std::string_view path) { return path.substr(0, path.find('.')); }

/// Whether the body may have one of these members. An escape may stand for any letter of a name.
bool may_have_any(std::string_view body, const std::vector<std::string_view>& names)
{
    const auto is_in_body = [&](std::string_view text) { return body.find(text) != body.npos; };
    return std::ranges::any_of(names, is_in_body) || is_in_body("\\u005") || is_in_body("\\u006") ||
           is_in_body("\\u007");
}

const json::value* value_at(const json::value& body, std::string_view path)
{
    const auto* object = body.if_object();
    const auto* value  = object ? object->if_contains(root_of(path)) : nullptr;
    if (!value || path.size() == root_of(path).size()) return value;
    return value_at(*value, path.substr(root_of(path).size() + 1));
}

void add_name(std::vector<std::string>& names, const json::value& value)
{
    if (const auto* text = value.if_string(); text && names.size() < max_names) names.emplace_back(*text);
}

void add_names(std::vector<std::string>& names, const json::value& value)
{
    add_name(names, value);
    if (const auto* items = value.if_array())
        for (const auto& item : *items) add_name(names, item);
}

} // namespace

std::optional<std::vector<std::string>> open_members_of(const sdk::descriptor& descriptor, std::string_view body)
{
    auto        members = descriptor.open_members;
    const auto& fields  = descriptor.open_member_fields;
    if (!members || fields.empty()) return members;

    std::vector<std::string_view> roots;
    for (const auto field : fields) roots.push_back(root_of(field));
    if (!may_have_any(body, roots)) return members;

    const body_selection     selection{.request = nullptr, .open_members = nullptr, .only_members = roots};
    const json_body          part{body, &selection};
    std::vector<std::string> names;
    for (const auto field : fields)
        if (const auto* value = value_at(part.value(), field)) add_names(names, *value);
    members->insert(members->end(), names.begin(), names.end());
    return members;
}

} // namespace verbatim::core::gateway
