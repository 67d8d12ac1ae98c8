#pragma once

#include "database/session.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The cost of a month by tenant, model and key, of which nothing changes once it is closed, unless rows are
/// deleted: docs/reference/operations/bills.md.
namespace verbatim::core::billing {

using std::chrono::year_month;
using time_point = std::chrono::sys_time<std::chrono::microseconds>;

/// A month of UTC as `2026-10`, from 1970 to 2254; none for any other text.
std::optional<year_month> parse_month(std::string_view text);

/// Rows that arrive from then on are late: they belong to the bill of a later month.
time_point closing_time(year_month month);

/// Model calls of a tenant with a model and a key.
struct bill_line
{
    std::string  tenant_id;
    std::string  model;
    std::string  key_id;      ///< empty: unknown, or a call of the server itself
    std::string  usage_month; ///< of the calls; an earlier one than that of the bill: they arrived late
    std::int64_t calls            = 0;
    std::int64_t failed_calls     = 0;
    std::int64_t input_tokens     = 0;
    std::int64_t cached_tokens    = 0; ///< part of input_tokens
    std::int64_t output_tokens    = 0;
    std::int64_t unpriced_calls   = 0; ///< their cost is unknown, and 0 here
    std::int64_t cost_micro_usd   = 0; ///< millionths of a US dollar, exactly
    std::int64_t unfinished_calls = 0; ///< in no other number; an end that arrives later removes one

    friend bool operator==(const bill_line&, const bill_line&) = default;
};

struct bill
{
    year_month month;
    /// By the clock of the database. Only deleted rows, and the end of unfinished calls, change it then.
    bool                   is_closed = false;
    std::vector<bill_line> lines; ///< by tenant, usage month, model and key, in code-point order
};

/// Retention has deleted rows of the month.
class deleted_rows : public std::runtime_error
{
public:
    deleted_rows()
        : runtime_error{"usage rows of the month were deleted"}
    {}
};

/// Each row of the table is in the bill of one month: that of its timestamp, or if it arrived after the closing time,
/// of the month whose closing time came next. Throws database::failure and deleted_rows.
bill read_bill(database::session& db, year_month month);

} // namespace verbatim::core::billing
