#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::reporting {

/// The statement that gives the rows to count, with the values `:from`, `:to` and `:tenant` where they are asked for.
std::string report_statement(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant);

/// Counts the rows of a window, of one tenant or of all. One statement, and so one snapshot: whatever is written
/// meanwhile, both views see the same rows. Throws database::failure, or sdk::error{validation_error} when the window
/// holds more than `most` rows: exact percentiles need the values of all of them in memory.
sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows = SIZE_MAX);

} // namespace verbatim::core::reporting
