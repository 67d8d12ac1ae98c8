#include "usage/row_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <limits>

namespace verbatim::core::usage {
namespace {

constexpr std::string_view replacement   = "\xEF\xBF\xBD";
constexpr std::size_t      longest_model = 255;
constexpr micro_usd        most_cost     = 999'999'999'999; // numeric(12,6)

/// The bytes of the character that begins the text; 0 when none does: Unicode 15, table 3-7.
std::size_t character_length(std::string_view text) noexcept
{
    const auto byte  = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
    const auto tail  = [&](std::size_t at) { return (byte(at) & 0xC0U) == 0x80U; };
    const auto first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF)
    {
        if (!tail(1) || !tail(2)) return 0;
        if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
        return 3;
    }
    if (first >= 0xF0 && first <= 0xF4)
    {
        if (!tail(1) || !tail(2) || !tail(3)) return 0;
        if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
        return 4;
    }
    return 0;
}

void add(std::string& to, std::string_view text) { to += boost::json::serialize(boost::json::string{text}); }

template <class Number>
void add(std::string& to, Number number, Number most)
{
    to += std::to_string(std::clamp<Number>(number, 0, most));
}

void add(std::string& to, const attempt& one)
{
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    to += '[';
    add(to, std::string_view{one.attempt_id});
    to += ',';
    add(to, std::string_view{one.tenant_id});
    to += ',';
    add(to, std::string_view{one.operation});
    to += ',';
    add(to, std::string_view{one.call_id});
    to += ',';
    to += std::to_string(storable(one.started).time_since_epoch().count());
    to += ',';
    add<std::int64_t>(to, one.duration.count(), most);
    to += ',';
    add(to, std::string_view{storable(one.model, longest_model)});
    to += ',';
    add(to, one.input_tokens, most);
    to += ',';
    add(to, one.output_tokens, most);
    to += ',';
    add(to, one.cost, most_cost);
    to += one.failed ? ",\"error\"," : ",\"ok\",null]";
    if (!one.failed) return;
    add(to, to_string(*one.failed));
    to += ']';
}

attempt attempt_of(const boost::json::array& from)
{
    const auto text   = [&](std::size_t at) { return boost::json::value_to<std::string>(from.at(at)); };
    const auto number = [&](std::size_t at) { return from.at(at).to_number<std::int64_t>(); };
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
            .failed        = from.at(11).is_null() ? std::nullopt : failure_of(text(11))};
}

} // namespace

std::string storable(std::string_view text, std::size_t longest)
{
    std::string kept;
    for (std::size_t characters = 0; !text.empty() && characters < longest; ++characters)
    {
        const std::size_t length = character_length(text);
        if (length == 0 || text.front() == '\0') kept += replacement;
        else kept += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return kept;
}

std::chrono::sys_time<std::chrono::microseconds>
storable(std::chrono::sys_time<std::chrono::microseconds> when) noexcept
{
    using moment = std::chrono::sys_time<std::chrono::microseconds>;
    return std::clamp(when, moment{}, moment{std::chrono::microseconds{9'000'000'000'000'000}}); // under 2 to the 53rd
}

std::vector<attempt> from_json(std::string_view text)
{
    const boost::json::value read = boost::json::parse(text);
    std::vector<attempt>     rows;
    for (const boost::json::value& one : read.as_array()) rows.push_back(attempt_of(one.as_array()));
    return rows;
}

std::string as_json(std::span<const attempt> rows)
{
    std::string text{"["};
    text.reserve(rows.size() * 256);
    for (const attempt& one : rows)
    {
        if (text.size() > 1) text += ',';
        add(text, one);
    }
    text += ']';
    return text;
}

} // namespace verbatim::core::usage
