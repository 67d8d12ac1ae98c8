#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <optional>
#include <random>
#include <string>
#include <vector>

/// Random rows, and an independent computation of their report: docs/reference/operations/usage.md.
namespace verbatim::core::reporting::testing {

using recording::usage_row;

/// Pseudo-random rows over `days` days from 2026-01-01: several tenants, one with a name beyond ASCII; several
/// operations, one unknown to this version; several models; invocations of one or more rows, some failed. Some
/// invocations of different operations share a call id.
std::vector<usage_row> random_rows(unsigned seed, std::size_t count, int days = 90);

/// The expected report.
sdk::usage_report recount(const std::vector<usage_row>& rows, sdk::usage_window window = {},
                          const std::optional<std::string>& tenant = {});

/// Describes the differences; empty without one. Integers and names are compared exactly, percentiles with the relative
/// error of sketches, other numbers with one of 1e-9.
std::string difference(const sdk::usage_report& actual, const sdk::usage_report& expected);

} // namespace verbatim::core::reporting::testing
