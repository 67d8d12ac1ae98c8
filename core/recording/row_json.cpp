#include "recording/row_json.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>

namespace verbatim::core::recording {
namespace {

constexpr std::string_view replacement          = "\xEF\xBF\xBD";
constexpr std::size_t      max_model_characters = 255;
constexpr micro_usd        max_cost             = 999'999'999'999; // numeric(12,6)

/// Latest stored time. Below 2^53 microseconds, which is exact in a double.
constexpr std::chrono::sys_time<std::chrono::microseconds> max_time{std::chrono::microseconds{9'000'000'000'000'000}};

void add(std::string& json, std::string_view text) { json += boost::json::serialize(boost::json::string{text}); }

template <class Number>
void add(std::string& json, Number number, Number max)
{
    json += std::to_string(std::clamp<Number>(number, 0, max));
}

template <class Enumeration>
void add_name(std::string& json, const std::optional<Enumeration>& value)
{
    if (value) add(json, to_string(*value));
    else json += "null";
}

void add(std::string& json, const usage_row& row)
{
    constexpr auto max = std::numeric_limits<std::int32_t>::max();
    json += '[';
    add(json, std::string_view{row.attempt_id});
    json += ',';
    add(json, std::string_view{row.tenant_id});
    json += ',';
    add(json, std::string_view{row.operation});
    json += ',';
    add(json, std::string_view{row.call_id});
    json += ',';
    json += std::to_string(storable_time(row.started).time_since_epoch().count());
    json += ',';
    add<std::int64_t>(json, row.duration.count(), max);
    json += ',';
    add(json, std::string_view{storable_text(row.model, max_model_characters)});
    json += ',';
    add(json, row.input_tokens, max);
    json += ',';
    add(json, row.output_tokens, max);
    json += ',';
    add(json, row.cost, max_cost);
    json += row.error ? ",\"error\"," : ",\"ok\",";
    add_name(json, row.error);
    json += ',';
    add(json, row.cached_tokens, max);
    json += row.priced ? ",true," : ",false,";
    add_name(json, row.cause);
    json += ']';
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

std::string storable_text(std::string_view text, std::size_t max_characters)
{
    std::string result;
    for (std::size_t characters = 0; !text.empty() && characters < max_characters; ++characters)
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
