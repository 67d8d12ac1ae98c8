#include "cli/input/dates.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

namespace verbatim::cli::input {

namespace {

namespace ascii = sdk::ascii;

/// Numbers, words and the separators between them at the beginning of a text.
struct token
{
    std::string_view text;
    char             separator = 0; ///< the first byte after it
    bool             is_number = false;
};

std::vector<token> first_tokens(std::string_view text)
{
    std::vector<token> tokens;
    for (std::size_t at = 0; at < text.size() && tokens.size() != 3;)
    {
        const bool is_number = ascii::is_digit(static_cast<unsigned char>(text[at]));
        const auto belongs   = [&](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return is_number ? ascii::is_digit(byte) : ascii::is_letter(byte) || byte >= 0x80;
        };
        const auto end = static_cast<std::size_t>(
            std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), belongs) - text.begin());
        if (end == at) return tokens;
        tokens.push_back({text.substr(at, end - at), end < text.size() ? text[end] : '\0', is_number});
        at = end;
        while (at < text.size() && std::string_view{" ,.-/"}.find(text[at]) != std::string_view::npos) ++at;
    }
    return tokens;
}

int number(const token& digits)
{
    if (digits.text.size() > 8) return -1;
    int value = 0;
    for (const char digit : digits.text) value = value * 10 + (digit - '0');
    return value;
}

std::optional<std::string> make_day(int year, int month, int day)
{
    if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return std::nullopt;
    char text[48];
    std::snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
    return text;
}

/// 1 to 12 for the name of a month in English, French, Spanish, Dutch or German, or its first letters; 0 for others.
int month_named(std::string_view word)
{
    static constexpr std::array<std::string_view, 12> names{
        "january janvier enero januari januar jan ene",
        "february fevrier février febrero februari februar feb fév",
        "march mars marzo maart märz mar mrt mrz",
        "april avril abril apr avr abr",
        "may mai mayo mei",
        "june juin junio juni jun",
        "july juillet julio juli jul",
        "august aout août agosto augustus aug ago",
        "september septembre septiembre sep sept",
        "october octobre octubre oktober oct okt",
        "november novembre noviembre nov",
        "december decembre décembre diciembre dezember dec déc dic dez"};
    const auto lower = " " + ascii::lowercase(word) + " ";
    for (std::size_t month = 0; month != names.size(); ++month)
        if ((" " + std::string{names[month]} + " ").find(lower) != std::string::npos)
            return static_cast<int>(month) + 1;
    return 0;
}

/// Days since the end of 1899, as spreadsheets count them; a fraction is the time.
std::optional<std::string> serial_day(std::string_view text)
{
    const auto digits = text.substr(0, text.find('.'));
    if (digits.size() != 5 ||
        !std::ranges::all_of(text, [](char c) { return c == '.' || ascii::is_digit(static_cast<unsigned char>(c)); }))
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::year{1899} / 12 / 30} +
                                           std::chrono::days{number({digits, 0, true})}};
    const auto                        year = static_cast<int>(date.year());
    if (year < 1990 || year > 2100) return std::nullopt; // more likely another number
    return make_day(year, static_cast<int>(static_cast<unsigned>(date.month())),
                    static_cast<int>(static_cast<unsigned>(date.day())));
}

/// The two numbers and the year of a date such as 03/04/2026.
struct numeric_date
{
    int first, second, year;
};

std::optional<numeric_date> numeric_date_of(const std::vector<token>& tokens)
{
    if (tokens.size() != 3 || !std::ranges::all_of(tokens, &token::is_number)) return std::nullopt;
    const auto separator = tokens[0].separator;
    if (separator != tokens[1].separator || std::string_view{"/.-"}.find(separator) == std::string_view::npos)
        return std::nullopt;
    const auto digits = tokens[2].text.size();
    if (tokens[0].text.size() > 2 || tokens[1].text.size() > 2 || (digits != 4 && digits != 2)) return std::nullopt;
    return numeric_date{number(tokens[0]), number(tokens[1]), number(tokens[2]) + (digits == 2 ? 2000 : 0)};
}

std::optional<std::string> named_day(const std::vector<token>& tokens)
{
    if (tokens.size() != 3 || !tokens[2].is_number || tokens[2].text.size() != 4) return std::nullopt;
    if (tokens[0].is_number && !tokens[1].is_number)
        return make_day(number(tokens[2]), month_named(tokens[1].text), number(tokens[0]));
    if (!tokens[0].is_number && tokens[1].is_number)
        return make_day(number(tokens[2]), month_named(tokens[0].text), number(tokens[1]));
    return std::nullopt;
}

std::optional<std::string> year_first_day(const std::vector<token>& tokens, std::string_view text)
{
    if (tokens.empty() || !tokens[0].is_number) return std::nullopt;
    if (tokens[0].text.size() == 8)
        return make_day(number({text.substr(0, 4), 0, true}), number({text.substr(4, 2), 0, true}),
                        number({text.substr(6, 2), 0, true}));
    if (tokens.size() != 3 || tokens[0].text.size() != 4 || !tokens[1].is_number || !tokens[2].is_number)
        return std::nullopt;
    if (tokens[0].separator != tokens[1].separator) return std::nullopt;
    return make_day(number(tokens[0]), number(tokens[1]), number(tokens[2]));
}

} // namespace

std::optional<std::string> iso_day(std::string_view text, day_order order)
{
    text              = sdk::utf8::trimmed(text);
    const auto tokens = first_tokens(text);
    if (auto day = year_first_day(tokens, text)) return day;
    if (const auto date = numeric_date_of(tokens))
        return order == day_order::day_first ? make_day(date->year, date->second, date->first)
                                             : make_day(date->year, date->first, date->second);
    if (auto day = named_day(tokens)) return day;
    return serial_day(text);
}

std::optional<std::string> certain_day(std::string_view text)
{
    auto       day    = iso_day(text, day_order::day_first);
    const auto second = iso_day(text, day_order::month_first);
    if (day && second && *day != *second) return std::nullopt;
    return day ? day : second;
}

date_column inspect_dates(const table& rows, std::size_t column, std::size_t limit)
{
    date_column result;
    for (std::size_t row = 0; row != rows.row_count() && row < limit; ++row)
    {
        const auto text = sdk::utf8::trimmed(rows.cell(row, column));
        if (text.empty()) continue;
        ++result.filled;
        const auto first = iso_day(text, day_order::day_first), second = iso_day(text, day_order::month_first);
        if (!first && !second) continue;
        ++result.dates;
        if (first && !second) ++result.day_first;
        else if (second && !first) ++result.month_first;
        else if (first != second) ++result.either;
    }
    return result;
}

} // namespace verbatim::cli::input
