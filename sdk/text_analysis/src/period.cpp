#include "verbatim/text_analysis/period.hpp"

#include "verbatim/sdk/calendar.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::text_analysis {

namespace {

using namespace std::chrono;

/// The day may not exist.
std::optional<year_month_day> parse_day(std::string_view text)
{
    return sdk::calendar::parse_day(sdk::utf8::trimmed(text));
}

sys_days first_day_of(period_length length, sys_days date) noexcept
{
    if (length == period_length::week) return date - (weekday{date} - Monday);
    if (length == period_length::day) return date;
    return sdk::calendar::month_of(date) / 1;
}

} // namespace

std::optional<year_month> parse_month(std::string_view text)
{
    return sdk::calendar::parse_month(sdk::utf8::trimmed(text));
}

std::optional<sys_days> parse_date(std::string_view text)
{
    return sdk::calendar::parse_date(sdk::utf8::trimmed(text));
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
        const auto year     = sdk::calendar::text_of(thursday).substr(0, 4);
        const auto week     = (thursday - sys_days{year_month_day{thursday}.year() / January / 1}) / days{7} + 1;
        return year + (week < 10 ? "-W0" : "-W") + std::to_string(week);
    }
    return length_ == period_length::month ? sdk::calendar::text_of(sdk::calendar::month_of(first_day_))
                                           : sdk::calendar::text_of(first_day_);
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
