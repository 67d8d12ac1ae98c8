#include "window.hpp"

#include "verbatim/sdk/error.hpp"

#include <utility>
#include <vector>

namespace verbatim::usage {

namespace {

void refuse_if_any(std::vector<sdk::field_issue> problems)
{
    if (problems.empty()) return;
    sdk::error failure{sdk::errc::validation_error};
    failure.message = problems.front().issue;
    failure.fields  = std::move(problems);
    throw failure;
}

} // namespace

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
    if (asked.from && !asked.from->has_offset) problems.push_back({"from", "'from' must be timezone-aware"});
    if (asked.to && !asked.to->has_offset) problems.push_back({"to", "'to' must be timezone-aware"});
    refuse_if_any(std::move(problems));
    if (asked.from && asked.to && asked.to->microseconds <= asked.from->microseconds)
        refuse_if_any({{"to", "'to' must be strictly greater than 'from'"}});

    sdk::usage_window within;
    if (asked.from) within.from = asked.from->microseconds;
    if (asked.to) within.to = asked.to->microseconds;
    return within;
}

} // namespace verbatim::usage
