#include "verbatim/feedback/period.hpp"

namespace verbatim::feedback {

std::optional<sdk::date_time> parse_timestamp(std::string_view text)
{
    sdk::date_time moment;
    return declare(moment).parse(text, &moment) ? std::optional{moment} : std::nullopt;
}

std::chrono::sys_days day_of(const sdk::date_time& moment) noexcept
{
    const std::chrono::sys_time since_1970{std::chrono::microseconds{moment.microseconds}};
    return std::chrono::floor<std::chrono::days>(since_1970);
}

} // namespace verbatim::feedback

namespace verbatim::text_analysis {

sdk::enum_values declare(period_length)
{
    return {"TrendPeriod",
            {{"day", period_length::day, "Calendar day, such as 2026-03-02."},
             {"week", period_length::week, "ISO week, such as 2026-W10."},
             {"month", period_length::month, "Calendar month, such as 2026-03."}}};
}

} // namespace verbatim::text_analysis
