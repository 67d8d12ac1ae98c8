#include "window.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::usage {

namespace {

constexpr std::string_view unreadable = "Input should be a valid datetime";

bool read_bound(std::string_view text, window::bound& into)
{
    sdk::date_time moment;
    if (declare(moment).read(text, &moment)) into.moment = moment;
    return true;
}

std::string print_bound(const window::bound& from)
{
    return from.moment ? declare(*from.moment).print(&*from.moment) : std::string{};
}

std::optional<sdk::field_issue> problem_of(std::string name, const std::optional<window::bound>& one)
{
    if (!one) return std::nullopt;
    if (!one->moment) return sdk::field_issue{std::move(name), std::string{unreadable}};
    if (one->moment->has_offset) return std::nullopt;
    auto told = "'" + name + "' must be timezone-aware";
    return sdk::field_issue{std::move(name), std::move(told)};
}

void refuse_if_any(std::vector<sdk::field_issue> problems)
{
    if (problems.empty()) return;
    sdk::error failure{sdk::errc::validation_error};
    if (std::ranges::find(problems, unreadable, &sdk::field_issue::issue) == problems.end())
        failure.message = problems.front().issue;
    failure.fields = std::move(problems);
    throw failure;
}

} // namespace

sdk::spelling declare(const window::bound&) { return {"date-time", unreadable, &read_bound, &print_bound}; }

void declare(sdk::declaration& wire, window& asked)
{
    wire.is("UsageWindow", "Which model calls are told of: those that started within it.");

    wire.takes("from", asked.from, "Inclusive lower bound, with an offset; absent: the beginning of history.")
        .example("2026-04-01T00:00:00Z");
    wire.takes("to", asked.to, "Exclusive upper bound, with an offset; absent: no bound.")
        .example("2026-05-01T00:00:00Z");
}

sdk::usage_window bounds(const window& asked)
{
    std::vector<sdk::field_issue> problems;
    if (auto found = problem_of("from", asked.from)) problems.push_back(std::move(*found));
    if (auto found = problem_of("to", asked.to)) problems.push_back(std::move(*found));
    refuse_if_any(std::move(problems));

    sdk::usage_window within;
    if (asked.from) within.from = asked.from->moment->microseconds;
    if (asked.to) within.to = asked.to->moment->microseconds;
    if (within.from && within.to && *within.to <= *within.from)
        refuse_if_any({{"to", "'to' must be strictly greater than 'from'"}});
    return within;
}

} // namespace verbatim::usage
