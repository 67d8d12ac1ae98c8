#include "verbatim/sdk/spreadsheet.hpp"

#include "verbatim/sdk/text.hpp"

#include <charconv>
#include <iterator>

namespace verbatim::sdk {

namespace {

bool ends_cell(char32_t c) { return std::u32string_view{U",;|\t\r\n"}.find(c) != std::u32string_view::npos; }

/// White space in front of an equals sign. It makes text of the other signs.
bool is_blank(char32_t c)
{
    return !ends_cell(c) && (c < U' ' || c == U'\u200B' || c == U'\uFEFF' || utf8::is_white_space(c));
}

/// Some spreadsheets compute signs in full width, too.
bool begins_formula(std::string_view text)
{
    bool has_blank = false;
    for (std::size_t at = 0; at != text.size();)
    {
        const auto [c, end, valid] = utf8::decode(text, at);
        if (c == U'=' || c == U'\uFF1D') return true;
        if (std::u32string_view{U"+-@\uFF0B\uFF0D\uFF20"}.find(c) != std::u32string_view::npos) return !has_blank;
        if (c != U'"' && !is_blank(c)) return false;
        has_blank = has_blank || is_blank(c);
        at        = end;
    }
    return false;
}

} // namespace

std::string without_formulas(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at != text.size(); ++at)
    {
        const bool is_start   = at == 0 || ends_cell(static_cast<unsigned char>(text[at - 1]));
        const bool is_skipped = at == 0 && (text[0] == '\t' || text[0] == '\r' || text[0] == '\n');
        if (is_skipped || (is_start && begins_formula(text.substr(at)))) result += '\'';
        result += text[at];
    }
    return result;
}

std::string csv_cell(std::string_view text)
{
    auto cell = without_formulas(text);
    if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string csv_cell(std::int64_t number) { return std::to_string(number); }

std::string csv_cell(double number)
{
    char       digits[400];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed).ptr;
    return {digits, end};
}

} // namespace verbatim::sdk
