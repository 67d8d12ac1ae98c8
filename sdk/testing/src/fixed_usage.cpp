#include "verbatim/testing/fixed_usage.hpp"

namespace verbatim::testing {

sdk::task<sdk::usage_report> fixed_usage::report(sdk::usage_window within, std::optional<std::string_view> tenant)
{
    asked.push_back({within, tenant ? std::optional<std::string>{*tenant} : std::nullopt});
    if (fails) throw sdk::error{*fails};
    co_return says;
}

} // namespace verbatim::testing
