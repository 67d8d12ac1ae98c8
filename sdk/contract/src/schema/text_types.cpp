#include "verbatim/sdk/text_types.hpp"

#include "verbatim/sdk/text.hpp"

#include <array>
#include <cstdio>
#include <optional>
#include <string_view>

namespace verbatim::sdk {

namespace {

bool read_secret(std::string_view text, secret& target)
{
    target = secret{std::string{text}};
    return true;
}
std::string print_secret(const secret& value) { return value.empty() ? std::string{} : "***"; }

bool read_path(std::string_view text, path& target)
{
    target.text = text;
    return text.find('\0') == std::string_view::npos;
}
std::string print_path(const path& value) { return value.text; }

/// Reads the parts of a text from its beginning.
class scanner
{
public:
    explicit scanner(std::string_view text) noexcept
        : rest_{text}
    {}

    bool done() const noexcept { return rest_.empty(); }

    bool take_one_of(std::string_view characters) noexcept
    {
        if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// Exactly `digits` digits, in value from `least` to `most`.
    std::optional<int> number(std::size_t digits, int least, int most) noexcept
    {
        if (rest_.size() < digits) return std::nullopt;
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i)
        {
            if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
            value = value * 10 + (rest_[i] - '0');
        }
        if (value < least || value > most) return std::nullopt;
        rest_.remove_prefix(digits);
        return value;
    }

    /// One to nine digits after the point, as microseconds.
    std::optional<int> fraction() noexcept
    {
        int         value  = 0;
        std::size_t digits = 0;
        for (; digits < rest_.size() && ascii::is_digit(rest_[digits]); ++digits)
            if (digits < 6) value = value * 10 + (rest_[digits] - '0');
        if (digits == 0 || digits > 9) return std::nullopt;
        for (auto missing = digits; missing < 6; ++missing) value *= 10;
        rest_.remove_prefix(digits);
        return value;
    }

private:
    std::string_view rest_;
};

bool is_leap(int year) noexcept { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_of(int year, int month) noexcept
{
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// Days from 1970-01-01 in the Gregorian calendar; years begin in March here, so that a leap day is the last of its
/// year.
std::int64_t days_since_1970(int year, int month, int day) noexcept
{
    const std::int64_t march_year = month <= 2 ? year - 1 : year;
    const std::int64_t in_year    = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const std::int64_t leaps      = march_year / 4 - march_year / 100 + march_year / 400;
    return march_year * 365 + leaps + in_year - 719'468;
}

std::optional<std::int64_t> read_date(scanner& input)
{
    const auto year = input.number(4, 1, 9999);
    if (!year || !input.take_one_of("-")) return std::nullopt;
    const auto month = input.number(2, 1, 12);
    if (!month || !input.take_one_of("-")) return std::nullopt;
    const auto day = input.number(2, 1, days_of(*year, *month));
    if (!day) return std::nullopt;
    return days_since_1970(*year, *month, *day) * 86'400'000'000;
}

/// Microseconds of the day.
std::optional<std::int64_t> read_time(scanner& input)
{
    const auto hour = input.number(2, 0, 23);
    if (!hour || !input.take_one_of(":")) return std::nullopt;
    const auto minute = input.number(2, 0, 59);
    if (!minute) return std::nullopt;
    std::int64_t seconds = *hour * 3'600 + *minute * 60;
    if (!input.take_one_of(":")) return seconds * 1'000'000;
    const auto second = input.number(2, 0, 59);
    if (!second) return std::nullopt;
    seconds += *second;
    if (!input.take_one_of(".")) return seconds * 1'000'000;
    const auto fraction = input.fraction();
    if (!fraction) return std::nullopt;
    return seconds * 1'000'000 + *fraction;
}

/// Microseconds ahead of UTC.
std::optional<std::int64_t> read_offset(scanner& input)
{
    if (input.take_one_of("Zz")) return 0;
    const bool behind = input.take_one_of("-");
    if (!behind && !input.take_one_of("+ ")) return std::nullopt;
    const auto hours = input.number(2, 0, 23);
    if (!hours) return std::nullopt;
    input.take_one_of(":");
    const auto minutes = input.number(2, 0, 59);
    if (!minutes) return std::nullopt;
    const std::int64_t ahead = (*hours * 3'600 + *minutes * 60) * std::int64_t{1'000'000};
    return behind ? -ahead : ahead;
}

// A moment outside the years 1 to 9999 of UTC has no text.
constexpr std::int64_t earliest = -62'135'596'800'000'000;
constexpr std::int64_t latest   = 253'402'300'799'999'999;

bool read_date_time(std::string_view text, date_time& target)
{
    scanner    input{text};
    const auto date = read_date(input);
    if (!date) return false;
    target = {*date, false};
    if (input.done()) return true;
    if (!input.take_one_of("Tt ")) return false;
    const auto time = read_time(input);
    if (!time) return false;
    target.microseconds += *time;
    if (input.done()) return true;
    const auto ahead = read_offset(input);
    if (!ahead || !input.done()) return false;
    target = {target.microseconds - *ahead, true};
    return earliest <= target.microseconds && target.microseconds <= latest;
}

/// The inverse of days_since_1970.
void civil_from_days(std::int64_t days, int& year, int& month, int& day) noexcept
{
    days += 719'468;
    const std::int64_t era     = (days >= 0 ? days : days - 146'096) / 146'097;
    const std::int64_t in_era  = days - era * 146'097;
    const std::int64_t years   = (in_era - in_era / 1'460 + in_era / 36'524 - in_era / 146'096) / 365;
    const std::int64_t in_year = in_era - (365 * years + years / 4 - years / 100);
    const std::int64_t months  = (5 * in_year + 2) / 153; // since March
    day                        = static_cast<int>(in_year - (153 * months + 2) / 5 + 1);
    month                      = static_cast<int>(months < 10 ? months + 3 : months - 9);
    year                       = static_cast<int>(years + era * 400 + (month <= 2 ? 1 : 0));
}

std::string print_date_time(const date_time& value)
{
    constexpr std::int64_t day_long = 86'400'000'000;
    auto                   days     = value.microseconds / day_long;
    auto                   rest     = value.microseconds % day_long;
    if (rest < 0)
    {
        rest += day_long;
        --days;
    }
    int year = 0, month = 0, day = 0;
    civil_from_days(days, year, month, day);
    const auto part = [&](std::int64_t unit, std::int64_t within) { return static_cast<int>(rest / unit % within); };
    char       buffer[64];
    const auto end  = std::snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d", year, month, day,
                                    part(3'600'000'000, 24), part(60'000'000, 60), part(1'000'000, 60));
    auto       text = std::string{buffer, static_cast<std::size_t>(end)};
    if (const auto fraction = part(1, 1'000'000); fraction != 0)
    {
        std::snprintf(buffer, sizeof buffer, ".%06d", fraction);
        text += buffer;
    }
    return value.has_offset ? text + "Z" : text;
}

} // namespace

text_format declare(const secret&)
{
    return text_format{"password", "Input should be a valid string", &read_secret, &print_secret}.hidden();
}

text_format declare(const path&) { return {"path", "Input should be a valid path", &read_path, &print_path}; }

text_format declare(const date_time&)
{
    return {"date-time", "Input should be a valid datetime", &read_date_time, &print_date_time};
}

} // namespace verbatim::sdk
