#pragma once

#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <string>
#include <string_view>

/// Builds the three responses: cost as a number, and the order of docs/reference/operations/usage.md.
namespace verbatim::usage {

own_response          own_report(const sdk::usage_report& report, std::string_view tenant, const window& query);
by_tenant_response    report_by_tenant(const sdk::usage_report& report, const window& query);
by_operation_response report_by_operation(const sdk::usage_report& report, const window& query);

} // namespace verbatim::usage

/// Reports as comma-separated values: docs/reference/operations/usage.md#csv.
namespace verbatim::usage {

/// The series of a report if it has one, its models if they are requested, or else its most detailed groups.
std::string csv_of_own(const own_response& response);
std::string csv_by_tenant(const by_tenant_response& response);
std::string csv_by_operation(const by_operation_response& response);

} // namespace verbatim::usage
