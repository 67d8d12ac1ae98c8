#pragma once

#include "wire.hpp"

#include <string>

/// Reports as comma-separated values: docs/reference/operations/usage.md#csv.
namespace verbatim::usage {

/// The series of a report if it has one, its models if they are requested, or else its most detailed groups.
std::string csv_of_own(const own_response& response);
std::string csv_by_tenant(const by_tenant_response& response);
std::string csv_by_operation(const by_operation_response& response);

} // namespace verbatim::usage
