#pragma once

#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <string_view>

/// From the roll-ups to the three replies: names, money as a number, and the order of contract 11.4 to 11.6.
namespace verbatim::usage {

own_response          own_report(const sdk::usage_report& report, std::string_view tenant, const window& query);
by_tenant_response    report_by_tenant(const sdk::usage_report& report, const window& query);
by_operation_response report_by_operation(const sdk::usage_report& report, const window& query);

} // namespace verbatim::usage
