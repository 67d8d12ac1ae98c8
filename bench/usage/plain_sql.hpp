#pragma once

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <optional>
#include <string>

namespace bench {

/// The same report in plain SQL: grouping sets and percentile_cont in PostgreSQL, and an equivalent in SQLite.
verbatim::sdk::usage_report report_by_plain_sql(verbatim::core::database::session& session,
                                                verbatim::sdk::usage_window        within,
                                                const std::optional<std::string>&  tenant);

} // namespace bench
