#include "recording/row_json.hpp"

#include "recording/stored_columns.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

namespace verbatim::core::recording {
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
    const auto number = value.to_number<std::int64_t>();
    if (number < 0 || number > max_number(type)) throw std::out_of_range{"a number of a usage row"};
    return number;
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
