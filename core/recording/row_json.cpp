#include "recording/row_json.hpp"

#include "recording/stored_columns.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace verbatim::core::recording {
namespace {

void add(std::string& json, std::string_view text) { json += boost::json::serialize(boost::json::string{text}); }

void add(std::string& json, std::int64_t number) { json += std::to_string(number); }

void add(std::string& json, bool value) { json += value ? "true" : "false"; }

struct nullable
{
    std::string_view name; ///< empty: null
};

void add(std::string& json, nullable value)
{
    if (value.name.empty()) json += "null";
    else add(json, value.name);
}

template <class... Values>
void add_list(std::string& json, const Values&... values)
{
    char separator = '[';
    ((json += std::exchange(separator, ','), add(json, values)), ...);
    json += ']';
}

void add(std::string& json, const stored_columns& row)
{
    add_list(json, row.attempt_id, row.tenant_id, row.operation, row.call_id, row.timestamp, row.call_duration_ms,
             std::string_view{row.model}, row.input_tokens, row.output_tokens, row.cost_micro_usd, row.status,
             nullable{row.error_class}, row.cached_tokens, row.priced, nullable{row.cause});
}

/// The whole number in a column, within the range in which rows are written.
template <class Number>
Number parse_number(const boost::json::value& column, Number max = std::numeric_limits<Number>::max())
{
    const auto number = column.to_number<Number>();
    if (number < 0 || number > max) throw std::out_of_range{"a number of a usage row"};
    return number;
}

/// Rows of the release before have no cached_tokens, priced and cause.
constexpr std::size_t columns_of_older_rows = 12;

usage_row parse_row(const boost::json::array& columns)
{
    const auto text     = [&](std::size_t at) { return boost::json::value_to<std::string>(columns.at(at)); };
    const auto error    = [&] { return parse_error_class(text(11)).value_or(error_class::llm_error); };
    const bool is_older = columns.size() == columns_of_older_rows;
    return {.attempt_id    = text(0),
            .tenant_id     = text(1),
            .operation     = text(2),
            .call_id       = text(3),
            .started       = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{
                parse_number<std::int64_t>(columns.at(4), max_time.time_since_epoch().count())}},
            .duration      = std::chrono::milliseconds{parse_number<std::int32_t>(columns.at(5))},
            .model         = text(6),
            .input_tokens  = parse_number<std::int32_t>(columns.at(7)),
            .output_tokens = parse_number<std::int32_t>(columns.at(8)),
            .cost          = parse_number<micro_usd>(columns.at(9), max_cost),
            .error         = columns.at(11).is_null() ? std::nullopt : std::optional{error()},
            .cached_tokens = is_older ? 0 : parse_number<std::int32_t>(columns.at(12)),
            .priced        = is_older || columns.at(13).as_bool(),
            .cause         = is_older || columns.at(14).is_null() ? std::nullopt : parse_failure_cause(text(14))};
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
        add(text, stored_columns{row});
    }
    text += ']';
    return text;
}

} // namespace verbatim::core::recording
