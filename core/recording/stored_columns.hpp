#pragma once

#include "recording/usage_row.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace verbatim::core::recording {

/// The widths of text columns: the first one of most of them.
inline constexpr std::size_t max_characters           = 255;
inline constexpr std::size_t max_operation_characters = 64;
inline constexpr std::size_t max_server_characters    = 36; ///< of a UUID

/// The text in a form that every database accepts: invalid UTF-8 and U+0000 become U+FFFD, cut to `limit` characters.
/// No model name, which comes from the provider's response, may make the database reject a row.
std::string storable_text(std::string_view text, std::size_t limit = max_characters);

/// The time clamped to 1970 to 2255, where every database is exact to the microsecond.
std::chrono::sys_time<std::chrono::microseconds>
storable_time(std::chrono::sys_time<std::chrono::microseconds> time) noexcept;

/// How a column is stored and printed.
enum class column_type
{
    text,
    optional_text, ///< empty: null
    uuid,
    integer, ///< of 32 bits, not negative
    boolean, ///< 0 or 1
    time,    ///< microseconds since 1970-01-01T00:00:00Z
    cost,    ///< millionths of a US dollar
};

/// The largest values of columns, see docs/reference/accounting.md#columns.
constexpr micro_usd max_cost = 999'999'999'999; // numeric(12,6)
/// Below 2^53 microseconds, which is exact in a double.
constexpr std::chrono::sys_time<std::chrono::microseconds> max_time{std::chrono::microseconds{9'000'000'000'000'000}};

/// The largest number in a column of this type.
constexpr std::int64_t max_number(column_type type) noexcept
{
    switch (type)
    {
    case column_type::boolean: return 1;
    case column_type::time: return max_time.time_since_epoch().count();
    case column_type::cost: return max_cost;
    case column_type::text:
    case column_type::optional_text:
    case column_type::uuid:
    case column_type::integer: break;
    }
    return std::numeric_limits<std::int32_t>::max();
}

/// The number if it is within the range in which rows are written. Throws std::out_of_range.
std::int64_t checked_number(std::int64_t number, column_type type);

/// A text, or the number of any other type.
using column_value = std::variant<std::int64_t, std::string>;

/// A column of llm_calls as the server writes it: docs/reference/accounting.md#columns without created_at.
struct stored_column
{
    std::string_view name;                   ///< in PostgreSQL and in lines of the log
    column_type      type;                   ///< decides the alternative of values
    column_value (*get)(const usage_row&);   ///< within the range of the column
    void (*set)(usage_row&, column_value&&); ///< the inverse, for values within it
};

/// The only list of them. Rows in JSON have this order, so new ones are added at its end.
inline constexpr std::size_t                         column_count = 17;
extern const std::array<stored_column, column_count> stored_columns;

/// The numbers of columns that rows of earlier versions have: the first ones. The others then keep the values of an
/// empty usage_row.
inline constexpr std::array<std::size_t, 2> earlier_column_counts{12, 15};

/// The rows as a JSON array of arrays in the order of stored_columns; cost in millionths. Numbers are clamped to the
/// range of their column.
std::string rows_to_json(std::span<const usage_row> rows);

/// The inverse for the text of one row, also of an earlier version. None for any other text. An unknown error
/// class becomes `llm_error`, an unknown cause none.
std::optional<usage_row> row_from_json(std::string_view text);

} // namespace verbatim::core::recording
