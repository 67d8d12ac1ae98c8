#pragma once

#include "verbatim/sdk/text_types.hpp"
#include "verbatim/sdk/type_info.hpp"
#include "verbatim/text_analysis/period.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace verbatim::feedback {

/// Dates of records and periods of the calendar, documented in text_analysis/period.hpp.
using text_analysis::parse_date;
using text_analysis::parse_month;
using text_analysis::parse_period;
using text_analysis::period;
using text_analysis::period_length;

/// Reads a moment in one of the formats of sdk::date_time. None if the text has any other format or the moment does not
/// exist. Without an offset the moment counts as UTC, and `has_offset` is false.
std::optional<sdk::date_time> parse_timestamp(std::string_view text);

/// The day of a moment in UTC.
std::chrono::sys_days day_of(const sdk::date_time& moment) noexcept;

} // namespace verbatim::feedback

namespace verbatim::text_analysis {

/// `day`, `week` or `month` in requests, responses and settings.
sdk::enum_values declare(period_length);

} // namespace verbatim::text_analysis
