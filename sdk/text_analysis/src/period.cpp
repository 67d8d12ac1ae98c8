#include "verbatim/text_analysis/period.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::text_analysis {

namespace {

using namespace std::chrono;

/// The number of `count` digits at `at`.
std::optional<unsigned> digits(std::string_view text, std::size_t at, std::size_t count)
{
    if (text.size() < at + count) return std::nullopt;
    unsigned number = 0;
    for (const char c : text.substr(at, count))
    {
        if (!sdk::ascii::is_digit(c)) return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

/// The day may not exist.
std::optional<year_month_day> parse_day(std::string_view text)
{
    const auto whole = parse_month(text);
    text             = sdk::utf8::trimmed(text);
    const auto d     = digits(text, 8, 2);
    if (!whole || !d || text[7] != '-') return std::nullopt;
    return *whole / day{*d};
}

sys_days first_day_of(period_length length, sys_days date) noexcept
{
    if (length == period_length::week) return date - (weekday{date} - Monday);
    if (length == period_length::day) return date;
    const year_month_day parts{date};
    return sys_days{parts.year() / parts.month() / 1};
}

std::string padded(int number, std::size_t width)
{
    const auto text = std::to_string(number);
    return std::string(width - std::min(width, text.size()), '0') + text;
}

std::string padded(unsigned number) { return padded(static_cast<int>(number), 2); }

} // namespace

std::optional<year_month> parse_month(std::string_view text)
{
    text         = sdk::utf8::trimmed(text);
    const auto y = digits(text, 0, 4);
    const auto m = digits(text, 5, 2);
    if (!y || *y == 0 || !m || text[4] != '-') return std::nullopt;
    const year_month parsed{year{static_cast<int>(*y)}, month{*m}};
    return parsed.ok() ? std::optional{parsed} : std::nullopt;
}

std::optional<sys_days> parse_date(std::string_view text)
{
    const auto parsed = parse_day(text);
    return parsed && parsed->ok() ? std::optional{sys_days{*parsed}} : std::nullopt;
}

period::period(period_length length, sys_days day) noexcept
    : length_{length}
    , first_day_{first_day_of(length, day)}
{}

std::string period::label() const
{
    if (length_ == period_length::week)
    {
        const auto thursday = first_day_ + days{3};
        const auto of_year  = year_month_day{thursday}.year();
        const auto week     = (thursday - sys_days{of_year / January / 1}) / days{7} + 1;
        return padded(static_cast<int>(of_year), 4) + "-W" + padded(static_cast<int>(week), 2);
    }
    const year_month_day date{first_day_};
    const auto month = padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()));
    return length_ == period_length::month ? month : month + "-" + padded(static_cast<unsigned>(date.day()));
}

period& period::operator++() noexcept
{
    const auto longest = length_ == period_length::month  ? days{31}
                         : length_ == period_length::week ? days{7}
                                                          : days{1};
    first_day_         = first_day_of(length_, first_day_ + longest);
    return *this;
}

std::optional<period> parse_period(std::string_view text, period_length length)
{
    if (const auto date = parse_date(text)) return period{length, *date};
    const auto whole = parse_month(text);
    if (!whole || length != period_length::month || parse_day(text)) return std::nullopt;
    return period{length, sys_days{*whole / 1}};
}

} // namespace verbatim::text_analysis
