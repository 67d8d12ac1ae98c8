#include "cli/output/terminal_text.hpp"

#include "verbatim/sdk/text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace verbatim::cli::output {

namespace {

constexpr char32_t joiner             = 0x200D;
constexpr char32_t emoji_presentation = 0xFE0F;

/// Controls that let a text show in another order than it is stored.
bool is_direction_control(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

bool is_control(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || is_direction_control(c) ||
           (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

void append_escape(char32_t c, std::string& text)
{
    char escape[16];
    std::snprintf(escape, sizeof escape,
                  c < 0x100     ? "\\x%02x"
                  : c < 0x10000 ? "\\u%04x"
                                : "\\U%06x",
                  static_cast<unsigned>(c));
    text += escape;
}

std::size_t width_of(char32_t c)
{
    const auto point = static_cast<UChar32>(c);
    switch (u_charType(point))
    {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_FORMAT_CHAR:
    case U_CONTROL_CHAR: return 0;
    default: break;
    }
    if (c >= 0x1160 && c <= 0x11FF) return 0; // joins the Hangul syllable before it
    if (u_hasBinaryProperty(point, UCHAR_EMOJI_MODIFIER)) return 0;
    const auto east_asian = u_getIntPropertyValue(point, UCHAR_EAST_ASIAN_WIDTH);
    return east_asian == U_EA_WIDE || east_asian == U_EA_FULLWIDTH ? 2 : 1;
}

/// A character with its marks, and its width.
struct cluster
{
    std::size_t end   = 0;
    std::size_t width = 0;
};

cluster next_cluster(std::string_view text, std::size_t at)
{
    auto    point = sdk::utf8::decode(text, at);
    cluster result{point.end, width_of(point.value)};
    bool    joined = point.value == joiner;
    while (result.end != text.size())
    {
        point = sdk::utf8::decode(text, result.end);
        if (!joined && width_of(point.value) != 0) break;
        if (point.value == emoji_presentation && result.width == 1) result.width = 2;
        joined     = point.value == joiner;
        result.end = point.end;
    }
    return result;
}

/// The longest beginning of whole characters within `columns`.
std::string_view beginning(std::string_view text, std::size_t columns)
{
    std::size_t at = 0;
    for (std::size_t used = 0; at != text.size();)
    {
        const auto next = next_cluster(text, at);
        if (used + next.width > columns) break;
        used += next.width;
        at = next.end;
    }
    return text.substr(0, at);
}

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();)
    {
        const auto end = std::min(text.find(' ', at), text.size());
        if (end != at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::size_t columns_of(int descriptor)
{
    if (const char* text = std::getenv("COLUMNS"))
        if (const auto value = std::strtoul(text, nullptr, 10); value >= 20 && value <= 1000) return value;
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
    return 100;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at != text.size();)
    {
        const auto point = sdk::utf8::decode(text, at);
        if (!point.valid) append_escape(static_cast<unsigned char>(text[at]), result);
        else if (point.value == '\n' || point.value == '\t' || point.value == 0x2028 || point.value == 0x2029)
            result += ' ';
        else if (point.value == '\r') result += at + 1 != text.size() && text[at + 1] == '\n' ? "" : " ";
        else if (is_control(point.value)) append_escape(point.value, result);
        else result.append(text, at, point.end - at);
        at = point.end;
    }
    return result;
}

std::string printable_lines(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        const auto end = text.find('\n');
        result += printable(text.substr(0, end));
        if (end == text.npos) break;
        result += '\n';
        text.remove_prefix(end + 1);
    }
    return result;
}

std::size_t width(std::string_view text)
{
    std::size_t columns = 0;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto next = next_cluster(text, at);
        columns += next.width;
        at = next.end;
    }
    return columns;
}

std::string fitted(std::string_view text, std::size_t columns)
{
    if (beginning(text, columns).size() == text.size()) return std::string{text};
    return columns == 0 ? std::string{} : std::string{beginning(text, columns - 1)} + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns)
{
    columns = std::max<std::size_t>(columns, 2);
    std::vector<std::string> lines{{}};
    std::size_t              used = 0;
    for (auto word : words_of(text))
    {
        auto size = width(word);
        if (used != 0 && used + 1 + size > columns) lines.emplace_back(), used = 0;
        while (used == 0 && size > columns)
        {
            const auto part = beginning(word, columns);
            lines.back()    = part;
            lines.emplace_back();
            word.remove_prefix(part.size());
            size -= width(part); // measured once: a text without blanks may be long
        }
        if (used != 0) lines.back() += ' ', ++used;
        lines.back() += word;
        used += size;
    }
    return lines;
}

terminal terminal::of(int descriptor)
{
    terminal result;
    result.is_terminal     = ::isatty(descriptor) == 1;
    result.columns         = columns_of(descriptor);
    const char* term       = std::getenv("TERM");
    const char* no_colours = std::getenv("NO_COLOR");
    result.has_colours =
        result.is_terminal && !(no_colours && *no_colours) && !(term && std::string_view{term} == "dumb");
    return result;
}

std::string terminal::styled(const char* code, std::string_view text) const
{
    if (!has_colours) return std::string{text};
    return "\x1b[" + std::string{code} + "m" + std::string{text} + "\x1b[0m";
}

} // namespace verbatim::cli::output
