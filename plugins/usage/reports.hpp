#pragma once

#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <string_view>

/// Builds the three responses: cost as a number, and the order of docs/reference/operations/usage.md.
namespace verbatim::usage {

own_response          own_report(const sdk::usage_report& report, std::string_view tenant, const window& query);
by_tenant_response    report_by_tenant(const sdk::usage_report& report, const window& query);
by_operation_response report_by_operation(const sdk::usage_report& report, const window& query);

} // namespace verbatim::usage
