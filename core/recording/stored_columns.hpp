#pragma once

#include "recording/usage_row.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// The text in a form that every database accepts: invalid UTF-8 and U+0000 become U+FFFD, cut to `max_characters`. No
/// model name, which comes from the provider's response, may make the database reject a row.
std::string storable_text(std::string_view text, std::size_t max_characters);

/// The time clamped to 1970 to 2255, where every database is exact to the microsecond.
std::chrono::sys_time<std::chrono::microseconds>
storable_time(std::chrono::sys_time<std::chrono::microseconds> time) noexcept;

/// The largest values of columns, see docs/reference/accounting.md#columns.
constexpr micro_usd max_cost = 999'999'999'999; // numeric(12,6)
/// Below 2^53 microseconds, which is exact in a double.
constexpr std::chrono::sys_time<std::chrono::microseconds> max_time{std::chrono::microseconds{9'000'000'000'000'000}};

/// The values of a row, within the ranges of their columns: docs/reference/accounting.md#columns without created_at.
/// Borrows the texts of the row.
struct stored_columns
{
    explicit stored_columns(const usage_row& row);

    std::string_view attempt_id;
    std::string_view tenant_id;
    std::string_view operation;
    std::string_view call_id;
    std::int64_t     timestamp; ///< microseconds since 1970-01-01T00:00:00Z
    std::int64_t     call_duration_ms;
    std::string      model;
    std::int64_t     input_tokens;
    std::int64_t     output_tokens;
    std::int64_t     cost_micro_usd;
    std::string_view status;
    std::string_view error_class; ///< empty: null
    std::int64_t     cached_tokens;
    bool             priced;
    std::string_view cause; ///< empty: null
};

} // namespace verbatim::core::recording
