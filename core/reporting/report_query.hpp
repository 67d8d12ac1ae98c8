#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace verbatim::core::reporting {

/// The report over a window, of one tenant or of all, and the series of `period`: from roll-ups, and from the rows of
/// hours without current ones. Reads one snapshot, so that all values count the same rows. `p5` and `p95` have the
/// relative error of sketches, all else is exact. Throws database::failure, or sdk::error{validation_error} if it has
/// to read more than `max_rows` rows, or if the series has too many periods.
sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows = SIZE_MAX, std::optional<sdk::usage_period> period = {});

} // namespace verbatim::core::reporting
