#include "recording/lost_rows.hpp"

#include "recording/stored_columns.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace verbatim::core::recording {

namespace {

std::string format_utc(std::int64_t microseconds)
{
    const sdk::date_time utc{microseconds, true};
    return declare(utc).print(&utc);
}

/// `text` holds the text of the field.
sdk::log_field field_of(const stored_column& column, const usage_row& row, std::string& text)
{
    const auto value = column.get(row);
    if (const auto* stored = std::get_if<std::string>(&value)) return {column.name, std::string_view{text = *stored}};
    const auto number = std::get<std::int64_t>(value);
    switch (column.type)
    {
    case column_type::time: return {column.name, std::string_view{text = format_utc(number)}};
    case column_type::cost: return {column.name, to_usd(number)};
    case column_type::boolean: return {column.name, number != 0};
    case column_type::text:
    case column_type::optional_text:
    case column_type::uuid:
    case column_type::integer: break;
    }
    return {column.name, number};
}

/// Every column of the row under its name: read by row_of_log_line().
template <std::size_t... N>
void log_row(sdk::log& log, const usage_row& row, std::string_view reason, std::index_sequence<N...>)
{
    std::array<std::string, column_count> texts;
    /// reason is the error of the database, the other fields are of the row: see docs/reference/accounting.md#columns.
    /// Empty: null.
    log.write(sdk::severity::error, "usage_row_lost",
              {{"reason", reason}, field_of(stored_columns[N], row, texts[N])...});
}

std::chrono::sys_time<std::chrono::microseconds> parse_utc(std::string_view text)
{
    sdk::date_time time;
    if (!declare(time).parse(text, &time) || !time.has_offset) throw std::invalid_argument{"a time"};
    return std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{time.microseconds}};
}

column_value parse_field(const boost::json::value& value, column_type type)
{
    switch (type)
    {
    case column_type::time: return checked_number(parse_utc(value.as_string()).time_since_epoch().count(), type);
    case column_type::cost:
    {
        const auto cost = value.to_number<double>() * micro_usd_per_usd;
        return checked_number(std::llround(std::clamp(cost, -1.0, static_cast<double>(max_cost) + 1)), type);
    }
    case column_type::boolean: return std::int64_t{value.as_bool()};
    case column_type::integer: return checked_number(value.to_number<std::int32_t>(), type);
    case column_type::text:
    case column_type::optional_text:
    case column_type::uuid: break;
    }
    return boost::json::value_to<std::string>(value);
}

/// Lines of the earliest version that logs rows have this many columns.
constexpr std::size_t required_columns = 15;

usage_row row_of(const boost::json::object& line)
{
    usage_row row;
    for (std::size_t n = 0; n < column_count; ++n)
    {
        const auto& column = stored_columns[n];
        if (n < required_columns || line.contains(column.name))
            column.set(row, parse_field(line.at(column.name), column.type));
    }
    return row;
}

} // namespace

template <class Write>
void lost_rows::log_unless_detached(Write&& write) noexcept
try
{
    const std::scoped_lock lock{mutex_};
    if (log_ != nullptr) write(*log_);
}
catch (...)
{} // out of memory; the metrics count what is not logged

void lost_rows::add(std::span<const usage_row> rows, std::string_view reason) noexcept
{
    count_ += rows.size();
    for (const usage_row& row : rows)
        log_unless_detached(
            [&](sdk::log& log) { log_row(log, row, reason, std::make_index_sequence<column_count>{}); });
}

void lost_rows::add_damaged(std::span<const std::int64_t> numbers) noexcept
{
    count_ += numbers.size();
    for (const auto number : numbers)
        log_unless_detached([number](sdk::log& log) {
            /// `damaged`: row_number of an unreadable row of the outbox, now in its table `damaged_rows`.
            log.write(sdk::severity::error, "usage_row_lost", {{"reason", "damaged"}, {"row_number", number}});
        });
}

void lost_rows::report_damaged_files(std::uint64_t files) noexcept
{
    log_unless_detached([files](sdk::log& log) {
        log.write(sdk::severity::error, "outbox_damaged", {{"files", static_cast<std::int64_t>(files)}});
    });
}

bool is_lost_row(std::string_view log_line)
{
    return log_line.find(R"("event":"usage_row_lost")") != std::string_view::npos;
}

std::optional<usage_row> row_of_log_line(std::string_view log_line)
try
{
    const auto line = boost::json::parse(log_line.substr(std::min(log_line.find('{'), log_line.size())));
    return row_of(line.as_object());
}
catch (const std::bad_alloc&)
{
    throw;
}
catch (const std::exception&)
{
    return std::nullopt;
}

void lost_rows::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::recording
