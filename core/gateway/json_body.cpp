#include "gateway/json_body.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <string>

namespace verbatim::core::gateway {

namespace json = boost::json;

namespace {

constexpr std::size_t      deepest = 64;
constexpr std::string_view byte_order_mark{"\xEF\xBB\xBF"};

/// Where a prefix of a JSON text has come to. The prefix is known to be valid, so quotes and brackets tell everything.
struct position
{
    bool        in_string    = false;
    bool        after_escape = false; ///< behind a backslash, or within the digits of \uXXXX
    char        last         = 0;     ///< last significant character outside strings; a closing quote for a string
    std::string open;                 ///< the brackets not yet closed
};

position read_up_to(std::string_view prefix)
{
    position    here;
    std::size_t escaped_for = 0; // characters that still belong to an escape
    for (const char c : prefix)
    {
        if (here.in_string)
        {
            if (escaped_for != 0) escaped_for = c == 'u' && escaped_for == 1 ? 4 : escaped_for - 1;
            else if (c == '\\') escaped_for = 1;
            else if (c == '"') here.in_string = false, here.last = '"';
            continue;
        }
        switch (c)
        {
        case ' ':
        case '\t':
        case '\r':
        case '\n': continue;
        case '"': here.in_string = true; break;
        case '{':
        case '[': here.open += c; break;
        case '}':
        case ']':
            if (!here.open.empty()) here.open.pop_back();
            break;
        default: break;
        }
        here.last = c;
    }
    here.after_escape = escaped_for != 0;
    return here;
}

/// Whether a comma, a colon or a quoted member name had to come next.
bool separator_or_name_expected(const position& here)
{
    const bool in_object = here.open.ends_with('{');
    switch (here.last)
    {
    case 0:
    case ':':
    case '[': return false; // a value had to come
    case '-':
    case '+':
    case '.': return false; // a digit had to come
    case '{': return true;
    case ',': return in_object;
    default: return !here.open.empty(); // behind a value or a name
    }
}

/// Whether the escape that a prefix ends in follows half a surrogate pair: then it is the pair that is broken.
bool follows_high_surrogate(std::string_view prefix)
{
    const auto before = prefix.substr(0, prefix.rfind('\\'));
    if (before.size() < 6) return false;
    const auto escape = before.substr(before.size() - 6);
    return escape.starts_with("\\u") && (escape[2] | 0x20) == 'd' &&
           std::string_view{"89abAB"}.find(escape[3]) != std::string_view::npos;
}

constexpr std::string_view nothing_special = "the body is not valid JSON";

[[noreturn]] void refuse(std::string_view why, std::size_t offset)
{
    sdk::error failure{sdk::errc::json_invalid};
    failure.fields.push_back({"body", std::string{why} + " (byte offset " + std::to_string(offset) + ")"});
    throw failure;
}

} // namespace

std::string_view hint(std::string_view text, std::size_t offset)
{
    const auto here  = read_up_to(text.substr(0, offset));
    const bool ended = offset >= text.size();
    if (here.in_string)
    {
        if (ended) return R"(a string is never closed; a literal quote inside a string is written \")";
        if (here.after_escape && follows_high_surrogate(text.substr(0, offset))) return nothing_special;
        if (here.after_escape) return R"(a backslash starts no valid escape; a literal backslash is written \\)";
        if (static_cast<unsigned char>(text[offset]) < 0x20)
            return R"(control characters inside a string must be escaped, for example \n, \t or \u000b; once escaped they are )"
                   "accepted, so there is no need to strip them";
    }
    else if (!ended && separator_or_name_expected(here))
        return "unexpected token where a comma, a colon or a quoted member name should stand; most often an unescaped "
               "quote ended "
               R"(a string early, and a literal quote inside a string is written \")";
    return nothing_special;
}

json_body::json_body(std::string_view text, const body_use* use)
    : allowance_{text.size()}
    , memory_{std::make_unique<tree_memory>(allowance_)}
    , value_(json::storage_ptr{memory_.get()}) // braces would make a list of it
{
    const auto skipped = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const auto parsed  = text.substr(skipped);

    json::parse_options strict;
    strict.max_depth = deepest;
    counted_heap                  unfinished{allowance_};
    json::basic_parser<body_tree> parser{strict, use, json::storage_ptr{&unfinished}, json::storage_ptr{memory_.get()}};
    boost::system::error_code     failed;
    const auto                    read = parser.write_some(false, parsed.data(), parsed.size(), failed);

    if (failed == json::error::too_deep) throw sdk::invalid{"body", "JSON should be nested at most 64 levels deep"};
    // The parser stops behind the first complete value; what follows must be blank.
    const auto rest = parsed.find_first_not_of(" \t\r\n", read);
    if (failed == json::error::exponent_overflow) refuse("a number's exponent is out of range", skipped + read);
    if (failed) refuse(hint(text, skipped + read), skipped + read);
    if (rest != std::string_view::npos) refuse(hint(text, skipped + rest), skipped + rest);
    value_ = parser.handler().release(); // the same memory on both sides: nothing is copied
}

} // namespace verbatim::core::gateway
