#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::reporting {

/// The statement that selects the rows of a report. Parameters: `:from`, `:to` and `:tenant`, as far as they are used.
std::string report_statement(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant);

/// The report over a window, of one tenant or of all. One statement reads one snapshot, so that both views count the
/// same rows. Throws database::failure, or sdk::error{validation_error} if the window holds more than `max_rows` rows:
/// exact percentiles need all values in memory.
sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows = SIZE_MAX);

} // namespace verbatim::core::reporting
