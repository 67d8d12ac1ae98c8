#include "verbatim/sdk/text_types.hpp"

#include "verbatim/sdk/calendar.hpp"
#include "verbatim/sdk/text.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace verbatim::sdk {

namespace {

using std::chrono::microseconds;

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

    std::optional<std::chrono::sys_days> date() noexcept
    {
        constexpr std::size_t size   = 10;
        const auto            result = calendar::parse_date(rest_);
        if (result) rest_.remove_prefix(size);
        return result;
    }

    /// Two digits, in value up to `most`.
    std::optional<unsigned> number(unsigned most) noexcept
    {
        const auto value = calendar::parse_digits(rest_, 0, 2);
        if (!value || *value > most) return std::nullopt;
        rest_.remove_prefix(2);
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

/// Microseconds of the day.
std::optional<std::int64_t> read_time(scanner& input)
{
    const auto hour = input.number(23);
    if (!hour || !input.take_one_of(":")) return std::nullopt;
    const auto minute = input.number(59);
    if (!minute) return std::nullopt;
    std::int64_t seconds = *hour * std::int64_t{3'600} + *minute * 60;
    if (!input.take_one_of(":")) return seconds * 1'000'000;
    const auto second = input.number(59);
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
    const auto hours = input.number(23);
    if (!hours) return std::nullopt;
    input.take_one_of(":");
    const auto minutes = input.number(59);
    if (!minutes) return std::nullopt;
    const std::int64_t ahead = (*hours * std::int64_t{3'600} + *minutes * 60) * 1'000'000;
    return behind ? -ahead : ahead;
}

// A moment outside the years 1 to 9999 of UTC has no text.
constexpr std::int64_t earliest = -62'135'596'800'000'000;
constexpr std::int64_t latest   = 253'402'300'799'999'999;

bool read_date_time(std::string_view text, date_time& target)
{
    scanner    input{text};
    const auto date = input.date();
    if (!date) return false;
    target = {microseconds{*date - std::chrono::sys_days{}}.count(), false};
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

std::string print_date_time(const date_time& value)
{
    const auto            time         = calendar::time_text(std::chrono::sys_time{microseconds{value.microseconds}});
    const bool            has_fraction = value.microseconds % 1'000'000 != 0;
    constexpr std::size_t to_seconds = 19, to_microseconds = 26;
    std::string           text{time.data(), has_fraction ? to_microseconds : to_seconds};
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
