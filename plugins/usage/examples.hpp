#pragma once

#include <string>
#include <string_view>

/// Example responses for the API document. They agree with each other: one request to analyze-bulk made two model
/// calls, and one request to assign-codes failed at no cost.
namespace verbatim::usage::examples {

std::string own_usage();
std::string by_tenant();
std::string by_operation();

/// The table of all three reports. Lives as long as the plugin.
std::string_view csv();

} // namespace verbatim::usage::examples
