#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <optional>
#include <string>

namespace verbatim::core::reporting::testing {

/// The same report in plain SQL: grouping sets and percentile_cont in PostgreSQL, and an equivalent in SQLite.
sdk::usage_report report_by_plain_sql(database::session& session, sdk::usage_window within,
                                      const std::optional<std::string>& tenant);

} // namespace verbatim::core::reporting::testing
