#pragma once

#include "recording/usage_row.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// The rows as a JSON array of arrays in the order of stored_columns; cost in millionths. Numbers are clamped to the
/// range of their column.
std::string rows_to_json(std::span<const usage_row> rows);

/// The inverse for the text of one row, also of an earlier version. None for any other text. An unknown error
/// class becomes `llm_error`, an unknown cause none.
std::optional<usage_row> row_from_json(std::string_view text);

} // namespace verbatim::core::recording
