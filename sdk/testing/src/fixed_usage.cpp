#include "verbatim/testing/fixed_usage.hpp"

namespace verbatim::testing {

sdk::task<sdk::usage_report> fixed_usage::report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                                 std::optional<sdk::usage_period> period)
{
    queries.push_back({window, tenant ? std::optional<std::string>{*tenant} : std::nullopt, period});
    if (error) throw sdk::error{*error};
    co_return response;
}

} // namespace verbatim::testing
