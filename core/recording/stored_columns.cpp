#include "recording/stored_columns.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace verbatim::core::recording {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::int64_t clamped(std::int64_t number, column_type type) noexcept
{
    return std::clamp<std::int64_t>(number, 0, max_number(type));
}

std::int64_t number_of(const column_value& value) { return std::get<std::int64_t>(value); }

template <class Enumeration>
column_value name_of(const std::optional<Enumeration>& value)
{
    return value ? std::string{to_string(*value)} : std::string{};
}

template <std::string usage_row::*Member, std::size_t Limit = max_characters>
constexpr stored_column text_column(std::string_view name, column_type type = column_type::text)
{
    return {name, type, [](const usage_row& row) -> column_value { return storable_text(row.*Member, Limit); },
            [](usage_row& row, column_value&& value) { row.*Member = std::get<std::string>(std::move(value)); }};
}

template <auto Member>
constexpr stored_column number_column(std::string_view name)
{
    using number        = std::remove_cvref_t<decltype(std::declval<usage_row>().*Member)>;
    constexpr auto type = std::is_same_v<number, bool>        ? column_type::boolean
                          : std::is_same_v<number, micro_usd> ? column_type::cost
                                                              : column_type::integer;
    return {name, type, [](const usage_row& row) -> column_value { return clamped(row.*Member, type); },
            [](usage_row& row, column_value&& value) { row.*Member = static_cast<number>(number_of(value)); }};
}

} // namespace

std::string storable_text(std::string_view text, std::size_t limit)
{
    std::string result;
    for (std::size_t characters = 0; !text.empty() && characters < limit; ++characters)
    {
        const auto c = sdk::utf8::decode(text, 0);
        if (!c.valid || c.value == 0) result += replacement;
        else result += text.substr(0, c.end);
        text.remove_prefix(c.end);
    }
    return result;
}

std::chrono::sys_time<std::chrono::microseconds>
storable_time(std::chrono::sys_time<std::chrono::microseconds> time) noexcept
{
    return std::clamp(time, {}, max_time);
}

std::int64_t checked_number(std::int64_t number, column_type type)
{
    if (number < 0 || number > max_number(type)) throw std::out_of_range{"a number of a usage row"};
    return number;
}

const std::array<stored_column, column_count> stored_columns{{
    text_column<&usage_row::attempt_id>("attempt_id", column_type::uuid),
    text_column<&usage_row::tenant_id>("tenant_id"),
    text_column<&usage_row::operation, max_operation_characters>("operation"),
    text_column<&usage_row::call_id>("call_id", column_type::uuid),
    {"timestamp", column_type::time,
     [](const usage_row& row) -> column_value { return storable_time(row.started).time_since_epoch().count(); },
     [](usage_row& row, column_value&& value) {
         row.started = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{number_of(value)}};
     }},
    {"call_duration_ms", column_type::integer,
     [](const usage_row& row) -> column_value { return clamped(row.duration.count(), column_type::integer); },
     [](usage_row& row, column_value&& value) { row.duration = std::chrono::milliseconds{number_of(value)}; }},
    text_column<&usage_row::model>("model"),
    number_column<&usage_row::input_tokens>("input_tokens"),
    number_column<&usage_row::output_tokens>("output_tokens"),
    number_column<&usage_row::cost>("cost_usd"),
    {"status", column_type::text,
     [](const usage_row& row) -> column_value { return std::string{row.error ? "error" : "ok"}; },
     [](usage_row&, column_value&&) {}}, // follows from error_class
    {"error_class", column_type::optional_text, [](const usage_row& row) { return name_of(row.error); },
     [](usage_row& row, column_value&& value) {
         const auto& name = std::get<std::string>(value);
         row.error =
             name.empty() ? std::nullopt : std::optional{parse_error_class(name).value_or(error_class::llm_error)};
     }},
    number_column<&usage_row::cached_tokens>("cached_tokens"),
    number_column<&usage_row::priced>("priced"),
    {"cause", column_type::optional_text, [](const usage_row& row) { return name_of(row.cause); },
     [](usage_row& row, column_value&& value) { row.cause = parse_failure_cause(std::get<std::string>(value)); }},
    text_column<&usage_row::server_id, max_server_characters>("server_id", column_type::optional_text),
    text_column<&usage_row::key_id>("key_id", column_type::optional_text),
}};

namespace {

void add(std::string& json, std::string_view text) { json += boost::json::serialize(boost::json::string{text}); }

void add(std::string& json, const usage_row& row)
{
    char separator = '[';
    for (const auto& column : stored_columns)
    {
        json += std::exchange(separator, ',');
        const auto value = column.get(row);
        if (const auto* text = std::get_if<std::string>(&value))
        {
            if (text->empty() && column.type == column_type::optional_text) json += "null";
            else add(json, *text);
        }
        else if (column.type == column_type::boolean) json += std::get<std::int64_t>(value) != 0 ? "true" : "false";
        else json += std::to_string(std::get<std::int64_t>(value));
    }
    json += ']';
}

/// The value of a column, within the range in which rows are written.
column_value parse_value(const boost::json::value& value, column_type type)
{
    switch (type)
    {
    case column_type::optional_text:
        if (value.is_null()) return std::string{};
        [[fallthrough]];
    case column_type::text:
    case column_type::uuid: return boost::json::value_to<std::string>(value);
    case column_type::boolean: return std::int64_t{value.as_bool()};
    case column_type::integer:
    case column_type::time:
    case column_type::cost: break;
    }
    return checked_number(value.to_number<std::int64_t>(), type);
}

usage_row parse_row(const boost::json::array& values)
{
    if (values.size() < column_count &&
        std::ranges::find(earlier_column_counts, values.size()) == earlier_column_counts.end())
        throw std::out_of_range{"the columns of a usage row"};
    usage_row row;
    for (std::size_t n = 0; n < std::min(values.size(), column_count); ++n)
        stored_columns[n].set(row, parse_value(values[n], stored_columns[n].type));
    return row;
}

} // namespace

std::optional<usage_row> row_from_json(std::string_view text)
{
    try
    {
        const boost::json::value columns = boost::json::parse(text);
        return parse_row(columns.as_array());
    }
    catch (const std::bad_alloc&)
    {
        throw;
    }
    catch (const std::exception&)
    {
        return std::nullopt;
    }
}

std::string rows_to_json(std::span<const usage_row> rows)
{
    std::string text{"["};
    text.reserve(rows.size() * 256);
    for (const usage_row& row : rows)
    {
        if (text.size() > 1) text += ',';
        add(text, row);
    }
    text += ']';
    return text;
}

} // namespace verbatim::core::recording
