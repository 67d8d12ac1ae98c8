#include "tolerant_parser.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

using enum sdk::reply_repair;

namespace {

constexpr int max_depth = 64;

/// Marks that open a string, and those that may close it. A closing mark other than `"` may be an apostrophe, so it
/// counts only before what follows a string.
struct quotation
{
    std::string_view                open;
    std::array<std::string_view, 3> close;
};
constexpr std::array<quotation, 8> quotations{{{"\"", {"\""}},
                                               {"'", {"'"}},
                                               {"“", {"”", "“", "\""}},
                                               {"”", {"”", "\""}},
                                               {"„", {"“", "”", "\""}},
                                               {"«", {"»"}},
                                               {"‘", {"’", "‘", "'"}},
                                               {"’", {"’", "'"}}}};

void append_utf8(char32_t code_point, std::string& text)
{
    const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (code_point < 0x80) return add(code_point);
    if (code_point < 0x800) return add(0xC0 | (code_point >> 6U)), add(0x80 | (code_point & 0x3FU));
    if (code_point < 0x10000)
        return add(0xE0 | (code_point >> 12U)), add(0x80 | ((code_point >> 6U) & 0x3FU)),
               add(0x80 | (code_point & 0x3FU));
    add(0xF0 | (code_point >> 18U));
    add(0x80 | ((code_point >> 12U) & 0x3FU));
    add(0x80 | ((code_point >> 6U) & 0x3FU));
    add(0x80 | (code_point & 0x3FU));
}

bool is_word(char c) { return sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)) || c == '_'; }

bool is_number_character(char c)
{
    return sdk::ascii::is_digit(static_cast<unsigned char>(c)) ||
           std::string_view{"+-.eE"}.find(c) != std::string::npos;
}

} // namespace

std::vector<sdk::reply_repair> repair_set::list() const
{
    std::vector<sdk::reply_repair> repairs;
    for (std::size_t n = 0; n != kinds_.size(); ++n)
        if (kinds_.test(n)) repairs.push_back(static_cast<sdk::reply_repair>(n));
    return repairs;
}

std::optional<model_value> tolerant_parser::parse()
{
    auto value = parse_value(0);
    if (!value)
    {
        leave();
        return std::nullopt;
    }
    if (ended_) repairs_.add(unclosed);
    using enum model_value::extent;
    const auto end = !ended_ ? whole : is_cut_ ? prefix : without_ends;
    return model_value{std::move(*value), end, repairs_.list()};
}

/// After an error: what stands inside of the brackets is no value by itself.
void tolerant_parser::leave()
{
    for (; at_ != text_.size() && open_ != 0; ++at_)
        if (current() == '{' || current() == '[') ++open_;
        else if (current() == '}' || current() == ']') --open_;
}

/// White space, with the blanks of typesetting, and comments.
void tolerant_parser::skip_blanks()
{
    while (at_ != text_.size())
    {
        if (std::string_view{" \t\r\n"}.find(current()) != std::string::npos) ++at_;
        else if (rest().starts_with("\u00A0")) at_ += std::string_view{"\u00A0"}.size();
        else if (rest().starts_with("\uFEFF")) at_ += std::string_view{"\uFEFF"}.size();
        else if (rest().starts_with("//") || current() == '#')
        {
            repairs_.add(comments);
            at_ = std::min(text_.find('\n', at_), text_.size());
        }
        else if (rest().starts_with("/*"))
        {
            repairs_.add(comments);
            const auto close = text_.find("*/", at_ + 2);
            at_              = close == text_.npos ? text_.size() : close + 2;
        }
        else return;
    }
}

/// Skips blanks first. True at the end of the output, which then ends within the value.
bool tolerant_parser::has_ended()
{
    skip_blanks();
    if (at_ != text_.size()) return false;
    ended_ = true;
    return true;
}

bool tolerant_parser::skip(std::string_view token)
{
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
}

tolerant_parser::json_value tolerant_parser::parse_value(int depth)
{
    if (has_ended())
    {
        is_cut_ = true;
        return std::nullopt;
    }
    if (current() == '{') return depth == max_depth ? std::nullopt : parse_object(depth + 1);
    if (current() == '[') return depth == max_depth ? std::nullopt : parse_array(depth + 1);
    if (sdk::ascii::is_letter(static_cast<unsigned char>(current()))) return parse_word();
    if (is_number_character(current())) return parse_number();
    if (auto string = parse_string()) return json::value(std::move(*string));
    return std::nullopt;
}

/// An object that the output does not close keeps its whole members.
tolerant_parser::json_value tolerant_parser::parse_object(int depth)
{
    json::object object;
    ++at_;
    ++open_;
    for (bool is_first = true; !has_ended(); is_first = false)
    {
        if (skip("}"))
        {
            --open_;
            return json::value(std::move(object));
        }
        if (!is_first)
        {
            if (!skip(",")) return std::nullopt;
            if (has_ended()) // more members may follow
            {
                is_cut_ = true;
                break;
            }
            if (current() == '}')
            {
                repairs_.add(commas);
                continue;
            }
        }
        if (!parse_member(object, depth)) return ended_ ? json_value{std::move(object)} : std::nullopt;
        if (ended_) break;
    }
    return json::value(std::move(object));
}

/// Adds a whole member, or a container that the output does not close.
bool tolerant_parser::parse_member(json::object& object, int depth)
{
    auto name = parse_name();
    if (!name) return false;
    if (has_ended())
    {
        is_cut_ = true;
        return false;
    }
    if (!skip(":")) return false;
    auto value = parse_value(depth);
    if (!value) return false;
    object.insert_or_assign(*name, std::move(*value));
    return true;
}

/// A list that the output does not close keeps its whole items.
tolerant_parser::json_value tolerant_parser::parse_array(int depth)
{
    json::array array;
    ++at_;
    ++open_;
    for (bool is_first = true; !has_ended(); is_first = false)
    {
        if (skip("]"))
        {
            --open_;
            return json::value(std::move(array));
        }
        if (!is_first)
        {
            if (!skip(",")) return std::nullopt;
            if (has_ended()) break;
            if (current() == ']')
            {
                repairs_.add(commas);
                continue;
            }
        }
        auto item = parse_value(depth);
        if (ended_) break;
        if (!item) return std::nullopt;
        array.push_back(std::move(*item));
    }
    is_cut_ = true;
    return json::value(std::move(array));
}

/// A string, or an identifier without quotation marks.
std::optional<std::string> tolerant_parser::parse_name()
{
    if (!is_word(current()) || sdk::ascii::is_digit(static_cast<unsigned char>(current()))) return parse_string();
    const auto begin = at_;
    while (at_ != text_.size() && (is_word(current()) || current() == '-')) ++at_;
    repairs_.add(quotes);
    return std::string{text_.substr(begin, at_ - begin)};
}

/// Whether what stands after a mark of this size follows a string.
bool tolerant_parser::is_closing_quote(std::size_t size) const
{
    const auto next = text_.find_first_not_of(" \t\r\n", at_ + size);
    return next == text_.npos || std::string_view{",:}]"}.find(text_[next]) != std::string::npos;
}

std::optional<std::string> tolerant_parser::parse_string()
{
    const auto marks = std::ranges::find_if(quotations, [&](const quotation& q) { return rest().starts_with(q.open); });
    if (marks == quotations.end()) return std::nullopt;
    const bool is_json = marks->open == "\"";
    if (!is_json) repairs_.add(quotes);
    at_ += marks->open.size();

    std::string string;
    while (at_ != text_.size())
    {
        const auto close = std::ranges::find_if(
            marks->close, [&](std::string_view mark) { return !mark.empty() && rest().starts_with(mark); });
        if (close != marks->close.end() && (is_json || is_closing_quote(close->size())))
        {
            at_ += close->size();
            return string;
        }
        if (current() == '\\')
        {
            if (!parse_escape(string)) break;
            continue;
        }
        if (static_cast<unsigned char>(current()) < 0x20) repairs_.add(controls);
        string += current();
        ++at_;
    }
    ended_  = true;
    is_cut_ = true;
    return std::nullopt;
}

/// False if the output ends within it.
bool tolerant_parser::parse_escape(std::string& string)
{
    constexpr std::string_view escapes = "\"\\/bfnrt";
    constexpr std::string_view values  = "\"\\/\b\f\n\r\t";
    ++at_;
    if (at_ == text_.size()) return false;
    const char c = current();
    ++at_;
    if (const auto known = escapes.find(c); known != escapes.npos)
    {
        string += values[known];
        return true;
    }
    if (c != 'u')
    {
        repairs_.add(quotes);
        string += c;
        return true;
    }
    const auto unit = parse_code_unit();
    if (!unit) return at_ != text_.size();
    char32_t   code_point = *unit;
    const auto is_low     = [](char32_t value) { return value >= 0xDC00 && value < 0xE000; };
    if (code_point >= 0xD800 && code_point < 0xDC00 && skip("\\u"))
    {
        const auto low = parse_code_unit();
        if (!low) return at_ != text_.size();
        code_point = is_low(*low) ? 0x10000 + ((code_point - 0xD800) << 10U) + (*low - 0xDC00) : 0xFFFD;
    }
    append_utf8(code_point >= 0xD800 && code_point < 0xE000 ? U'\uFFFD' : code_point, string);
    return true;
}

std::optional<unsigned> tolerant_parser::parse_code_unit()
{
    constexpr std::size_t digits = 4;
    unsigned              unit   = 0;
    const auto            hex    = rest().substr(0, digits);
    const auto            read   = std::from_chars(hex.data(), hex.data() + hex.size(), unit, 16);
    const auto            size   = static_cast<std::size_t>(read.ptr - hex.data());
    at_ += read.ec == std::errc{} ? size : 0;
    if (size == digits) return unit;
    repairs_.add(quotes);
    return std::nullopt;
}

/// `true`, `None`, `NaN` and so on.
tolerant_parser::json_value tolerant_parser::parse_word()
{
    const auto begin = at_;
    while (at_ != text_.size() && is_word(current())) ++at_;
    const auto word = text_.substr(begin, at_ - begin);
    if (at_ == text_.size())
    {
        ended_  = true;
        is_cut_ = true;
        return std::nullopt;
    }
    const auto name = sdk::ascii::lowercase(word);
    if (word != "true" && word != "false" && word != "null") repairs_.add(literals);
    if (name == "true" || name == "false") return json::value(name == "true");
    if (name == "null" || name == "none" || name == "nan" || name == "infinity" || name == "inf" || name == "undefined")
        return json::value(nullptr);
    at_ = begin;
    return std::nullopt;
}

void tolerant_parser::skip_digits()
{
    while (at_ != text_.size() && is_number_character(current())) ++at_;
}

/// A number in a form that JSON does not allow, a fraction and a percentage are texts, which the schema decides about.
tolerant_parser::json_value tolerant_parser::parse_number()
{
    const auto begin = at_;
    skip_digits();
    const bool is_infinite = at_ - begin == 1 && rest().starts_with("Infinity");
    if (is_infinite) return parse_word();
    const auto bare        = text_.substr(begin, at_ - begin);
    const bool is_fraction = rest().starts_with("/") && at_ + 1 < text_.size() &&
                             sdk::ascii::is_digit(static_cast<unsigned char>(text_[at_ + 1]));
    if (is_fraction)
    {
        ++at_;
        skip_digits();
    }
    else if (!skip("%")) skip(" %");
    if (at_ == text_.size()) // further digits may follow
    {
        ended_  = true;
        is_cut_ = true;
        return std::nullopt;
    }
    const auto text = text_.substr(begin, at_ - begin);
    if (text.size() != bare.size()) return json::value(json::string{text});

    const bool has_zero = bare.size() > 1 && bare[bare.front() == '-' ? 1 : 0] == '0' &&
                          bare.find_first_of("123456789") != bare.npos && bare.find('.') == bare.npos;
    auto         digits  = bare;
    std::int64_t integer = 0;
    double       number  = 0;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    if (digits.size() != bare.size() || has_zero || digits.starts_with('.') || digits.ends_with('.'))
        repairs_.add(numbers);
    const auto* const end = digits.data() + digits.size();
    if (const auto read = std::from_chars(digits.data(), end, integer); read.ec == std::errc{} && read.ptr == end)
        return json::value(integer);
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ec == std::errc{} && read.ptr == end && std::isfinite(number)) return json::value(number);
    at_ = begin;
    return std::nullopt;
}

} // namespace verbatim::feedback
