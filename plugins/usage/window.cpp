#include "window.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::usage {

namespace {

constexpr std::string_view unreadable = "Input should be a valid datetime";

bool read_bound(std::string_view text, window::bound& bound)
{
    sdk::date_time moment;
    if (declare(moment).parse(text, &moment)) bound.moment = moment;
    return true;
}

std::string print_bound(const window::bound& bound)
{
    return bound.moment ? declare(*bound.moment).print(&*bound.moment) : std::string{};
}

std::optional<sdk::field_issue> problem_of(std::string name, const std::optional<window::bound>& bound)
{
    if (!bound) return std::nullopt;
    if (!bound->moment) return sdk::field_issue{std::move(name), std::string{unreadable}};
    if (bound->moment->has_offset) return std::nullopt;
    auto issue = "'" + name + "' must be timezone-aware";
    return sdk::field_issue{std::move(name), std::move(issue)};
}

void throw_if_any(std::vector<sdk::field_issue> problems)
{
    if (problems.empty()) return;
    sdk::error failure{sdk::errc::validation_error};
    if (std::ranges::find(problems, unreadable, &sdk::field_issue::issue) == problems.end())
        failure.message = problems.front().issue;
    failure.fields = std::move(problems);
    throw failure;
}

} // namespace

sdk::enum_values declare(grouping)
{
    return {"UsageGrouping",
            {{"hour", grouping::hour, "An hour."},
             {"day", grouping::day, "A day in UTC."},
             {"month", grouping::month, "A calendar month in UTC."},
             {"model", grouping::model, "A model, in CSV only: JSON always has `models`, and no `series`."}}};
}

sdk::text_format declare(const window::bound&) { return {"date-time", unreadable, &read_bound, &print_bound}; }

void declare(sdk::schema_builder& schema, window& query)
{
    schema.name("UsageWindow", "Time range of a report, by start of the model call.");

    schema.optional("from", query.from, "Inclusive lower bound with a UTC offset. Omitted: no lower bound.")
        .example("2026-04-01T00:00:00Z");
    schema.optional("to", query.to, "Exclusive upper bound with a UTC offset. Omitted: no upper bound.")
        .example("2026-05-01T00:00:00Z");
    schema.optional("group_by", query.group_by,
                    "The response also has a `series` of periods of this length, in UTC. At most 1,000 periods. CSV "
                    "has a row per period or model.");
}

sdk::usage_window bounds(const window& query)
{
    std::vector<sdk::field_issue> problems;
    if (auto problem = problem_of("from", query.from)) problems.push_back(std::move(*problem));
    if (auto problem = problem_of("to", query.to)) problems.push_back(std::move(*problem));
    throw_if_any(std::move(problems));

    sdk::usage_window range;
    if (query.from) range.from = query.from->moment->microseconds;
    if (query.to) range.to = query.to->moment->microseconds;
    if (range.from && range.to && *range.to <= *range.from)
        throw_if_any({{"to", "'to' must be strictly greater than 'from'"}});
    return range;
}

std::optional<sdk::usage_period> period_of(const window& query)
{
    if (!query.group_by) return std::nullopt;
    switch (*query.group_by)
    {
    case grouping::hour: return sdk::usage_period::hour;
    case grouping::day: return sdk::usage_period::day;
    case grouping::month: return sdk::usage_period::month;
    case grouping::model: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace verbatim::usage
