#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace verbatim::core::reporting {

struct report_limits
{
    std::size_t  max_rows        = SIZE_MAX; ///< that a report reads one by one
    std::int64_t max_exact_calls = 200'000;  ///< with fewer, all rows are read and percentiles are exact
};

/// The report over a window, of one tenant or of all, and the series of `period`. Reads one snapshot, so that all
/// values count the same rows. Throws database::failure, or sdk::error{validation_error} if it has to read more rows
/// than allowed, or if the series has too many periods.
sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              const report_limits& limits = {}, std::optional<sdk::usage_period> period = {});

} // namespace verbatim::core::reporting
