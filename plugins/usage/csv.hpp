#pragma once

#include "wire.hpp"

#include <string>
#include <string_view>

/// Reports as comma-separated values: docs/reference/operations/usage.md#csv.
namespace verbatim::usage {

/// A text as one cell: RFC 4180, and harmless to a spreadsheet, which would run a formula.
std::string csv_cell(std::string_view text);

/// The series of a report if it has one, its models if they are requested, or else its most detailed groups.
std::string csv_of_own(const own_response& response);
std::string csv_by_tenant(const by_tenant_response& response);
std::string csv_by_operation(const by_operation_response& response);

} // namespace verbatim::usage
