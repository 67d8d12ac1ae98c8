#include "recording/row_json.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <limits>

namespace verbatim::core::recording {
namespace {

constexpr std::string_view replacement          = "\xEF\xBF\xBD";
constexpr std::size_t      max_model_characters = 255;
constexpr micro_usd        max_cost             = 999'999'999'999; // numeric(12,6)

void add(std::string& json, std::string_view text) { json += boost::json::serialize(boost::json::string{text}); }

template <class Number>
void add(std::string& json, Number number, Number max)
{
    json += std::to_string(std::clamp<Number>(number, 0, max));
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
    json += row.error ? ",\"error\"," : ",\"ok\",null]";
    if (!row.error) return;
    add(json, to_string(*row.error));
    json += ']';
}

usage_row parse_row(const boost::json::array& columns)
{
    const auto text   = [&](std::size_t at) { return boost::json::value_to<std::string>(columns.at(at)); };
    const auto number = [&](std::size_t at) { return columns.at(at).to_number<std::int64_t>(); };
    return {.attempt_id    = text(0),
            .tenant_id     = text(1),
            .operation     = text(2),
            .call_id       = text(3),
            .started       = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{number(4)}},
            .duration      = std::chrono::milliseconds{number(5)},
            .model         = text(6),
            .input_tokens  = static_cast<std::int32_t>(number(7)),
            .output_tokens = static_cast<std::int32_t>(number(8)),
            .cost          = number(9),
            .error         = columns.at(11).is_null() ? std::nullopt : parse_error_class(text(11))};
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
    using moment = std::chrono::sys_time<std::chrono::microseconds>;
    return std::clamp(time, moment{},
                      moment{std::chrono::microseconds{9'000'000'000'000'000}}); // below 2^53, exact in a double
}

std::vector<usage_row> rows_from_json(std::string_view text)
{
    const boost::json::value parsed = boost::json::parse(text);
    std::vector<usage_row>   rows;
    for (const boost::json::value& value : parsed.as_array()) rows.push_back(parse_row(value.as_array()));
    return rows;
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
