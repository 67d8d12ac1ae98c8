#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <optional>
#include <random>
#include <string>
#include <vector>

/// Rows, and their statistics computed a second way, one roll-up after the other: docs/reference/operations/usage.md.
namespace verbatim::core::reporting::testing {

using recording::usage_row;

/// Rows of a seeded chance: several tenants (one with a name beyond ASCII) and operations (one unknown to this
/// version), calls of one to some rows, failed ones among them, spread over `days` days from 2026-01-01 on. Operations
/// share call ids now and then.
std::vector<usage_row> random_rows(unsigned seed, std::size_t count, int days = 90);

/// The report as it should be.
sdk::usage_report recount(const std::vector<usage_row>& rows, sdk::usage_window window = {},
                          const std::optional<std::string>& tenant = {});

/// What differs first, in words; empty when nothing does. Integers and names have to be the same, other figures within
/// 1e-9 of their size.
std::string difference(const sdk::usage_report& actual, const sdk::usage_report& expected);

} // namespace verbatim::core::reporting::testing
