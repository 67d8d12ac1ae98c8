#pragma once

#include "verbatim/sdk/text.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Months, dates and times of the Gregorian calendar as RFC 3339 writes them. Years have four digits. [any thread]
namespace verbatim::sdk::calendar {

/// The number that `count` digits at `at` write; none if there are others or the text ends.
constexpr std::optional<unsigned> parse_digits(std::string_view text, std::size_t at, std::size_t count) noexcept
{
    if (text.size() < at + count) return std::nullopt;
    unsigned number = 0;
    for (const char c : text.substr(at, count))
    {
        if (!ascii::is_digit(c)) return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

/// The month that a text begins with, `2026-03`, from the year 0001 on.
constexpr std::optional<std::chrono::year_month> parse_month(std::string_view text) noexcept
{
    const auto year = parse_digits(text, 0, 4), month = parse_digits(text, 5, 2);
    if (!year || *year == 0 || !month || text[4] != '-') return std::nullopt;
    const auto result = std::chrono::year{static_cast<int>(*year)} / static_cast<int>(*month);
    return result.ok() ? std::optional{result} : std::nullopt;
}

/// The date that a text begins with, `2026-03-02`; it may be a day that its month does not have.
constexpr std::optional<std::chrono::year_month_day> parse_day(std::string_view text) noexcept
{
    const auto month = parse_month(text);
    const auto day   = parse_digits(text, 8, 2);
    if (!month || !day || text[7] != '-') return std::nullopt;
    return *month / static_cast<int>(*day);
}

/// The same; none if there is no such day.
constexpr std::optional<std::chrono::sys_days> parse_date(std::string_view text) noexcept
{
    const auto day = parse_day(text);
    return day && day->ok() ? std::optional{std::chrono::sys_days{*day}} : std::nullopt;
}

constexpr std::chrono::year_month month_of(std::chrono::sys_days day) noexcept
{
    const std::chrono::year_month_day date{day};
    return date.year() / date.month();
}

/// `2026-01-31T12:34:56.123456Z`. Safe in a signal handler.
constexpr std::array<char, 27> time_text(std::chrono::sys_time<std::chrono::microseconds> time) noexcept
{
    using namespace std::chrono;
    const auto           midnight = floor<days>(time);
    const year_month_day date{midnight};
    const hh_mm_ss       clock{time - midnight};

    std::array<char, 27> text{};
    char*                to    = text.data();
    const auto           write = [&to](auto number, std::size_t digits, char end) {
        auto rest = static_cast<unsigned long>(number);
        for (auto n = digits; n-- != 0; rest /= 10) to[n] = static_cast<char>('0' + rest % 10);
        to[digits] = end;
        to += digits + 1;
    };
    write(int{date.year()}, 4, '-');
    write(unsigned{date.month()}, 2, '-');
    write(unsigned{date.day()}, 2, 'T');
    write(clock.hours().count(), 2, ':');
    write(clock.minutes().count(), 2, ':');
    write(clock.seconds().count(), 2, '.');
    write(clock.subseconds().count(), 6, 'Z');
    return text;
}

/// `2026-03-02`
inline std::string text_of(std::chrono::sys_days day) { return {time_text(day).data(), 10}; }

/// `2026-03`
inline std::string text_of(std::chrono::year_month month)
{
    return {time_text(std::chrono::sys_days{month / 1}).data(), 7};
}

} // namespace verbatim::sdk::calendar
