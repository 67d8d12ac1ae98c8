#pragma once

#include "recording/usage_row.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// The rows as a JSON array of arrays, in the column order of docs/reference/accounting.md#columns without created_at;
/// cost in millionths. Numbers are clamped to the range of their column.
std::string rows_to_json(std::span<const usage_row> rows);

/// The inverse for the text of one row, also without the last three columns. None for any other text. An unknown error
/// class becomes `llm_error`, an unknown cause none.
std::optional<usage_row> row_from_json(std::string_view text);

} // namespace verbatim::core::recording
