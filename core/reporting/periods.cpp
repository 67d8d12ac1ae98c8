#include "reporting/periods.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <chrono>

namespace verbatim::core::reporting {
namespace {

using namespace std::chrono;
using moment = sys_time<microseconds>;

year_month month_of(moment time) { return sdk::calendar::month_of(floor<days>(time)); }

std::int64_t start_of(year_month month) { return moment{sys_days{month / 1}}.time_since_epoch().count(); }

template <class Duration>
std::int64_t rounded_down(std::int64_t time)
{
    return microseconds{floor<Duration>(microseconds{time})}.count();
}

} // namespace

std::string_view name_of(usage_period period) noexcept
{
    switch (period)
    {
    case usage_period::hour: return "hour";
    case usage_period::day: return "day";
    case usage_period::month: return "month";
    }
    return {};
}

std::int64_t period_start(usage_period period, std::int64_t time) noexcept
{
    switch (period)
    {
    case usage_period::hour: return rounded_down<hours>(time);
    case usage_period::day: return rounded_down<days>(time);
    case usage_period::month: return start_of(month_of(moment{microseconds{time}}));
    }
    return time;
}

std::int64_t period_end(usage_period period, std::int64_t time) noexcept
{
    switch (period)
    {
    case usage_period::hour: return rounded_down<hours>(time) + microseconds_of_hour;
    case usage_period::day: return rounded_down<days>(time) + microseconds{days{1}}.count();
    case usage_period::month: return start_of(month_of(moment{microseconds{time}}) + months{1});
    }
    return time;
}

std::int64_t next_period_start(usage_period period, std::int64_t time) noexcept
{
    return period_start(period, time) == time ? time : period_end(period, time);
}

} // namespace verbatim::core::reporting
