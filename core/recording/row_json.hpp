#pragma once

#include "recording/usage_row.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// The text in a form that every database accepts: invalid UTF-8 and U+0000 become U+FFFD, cut to `max_characters`. No
/// model name, which comes from the provider's response, may make the database reject a row.
std::string storable_text(std::string_view text, std::size_t max_characters);

/// The time clamped to 1970 to 2255, where every database is exact to the microsecond.
std::chrono::sys_time<std::chrono::microseconds>
storable_time(std::chrono::sys_time<std::chrono::microseconds> time) noexcept;

/// The rows as a JSON array of arrays, in the column order of docs/reference/accounting.md#columns without created_at;
/// cost in millionths. Numbers are clamped to the range of their column.
std::string rows_to_json(std::span<const usage_row> rows);

/// The inverse for the text of one row, also without the last three columns. None for any other text. An unknown error
/// class becomes `llm_error`, an unknown cause none.
std::optional<usage_row> row_from_json(std::string_view text);

} // namespace verbatim::core::recording
