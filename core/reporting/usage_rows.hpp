#pragma once

#include "reporting/report_row.hpp"

#include "database/session.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Usage rows of the table llm_calls.
namespace verbatim::core::reporting {

/// The statement that selects the rows of a window. Parameters: `:from`, `:to` and `:tenant`, as far as they are used.
std::string report_statement(database::dialect dialect, const sdk::usage_window& window, bool filter_tenant);

/// Calls `on_row` for each row of a window, of one tenant or of all. Throws database::failure.
void stream_rows(database::session& db, const sdk::usage_window& window, std::optional<std::string_view> tenant,
                 const std::function<void(const report_row&)>& on_row);

/// The times of the first and the last row of a window, as the bounds of the smallest window with all of them. None
/// without a row.
std::optional<sdk::usage_window> read_row_bounds(database::session& db, const sdk::usage_window& window,
                                                 std::optional<std::string_view> tenant);

/// A time in RFC 3339.
std::string utc_text(std::int64_t time);

/// A time as an SQL literal.
std::string time_literal(database::dialect dialect, std::int64_t time);

/// An SQL expression for the start of the hour that contains the time `expression`, as a number.
std::string hour_of(database::dialect dialect, const std::string& expression);

/// The call id in a column of a row. Throws database::failure{corrupt} if it is none.
call_key call_in(const database::streamed_row& row, std::size_t column);

} // namespace verbatim::core::reporting
