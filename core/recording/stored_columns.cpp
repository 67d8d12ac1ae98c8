#include "recording/stored_columns.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace verbatim::core::recording {
namespace {

constexpr std::string_view replacement          = "\xEF\xBF\xBD";
constexpr std::size_t      max_model_characters = 255;

std::int64_t clamped(std::int64_t number, std::int64_t max = std::numeric_limits<std::int32_t>::max()) noexcept
{
    return std::clamp<std::int64_t>(number, 0, max);
}

template <class Enumeration>
std::string_view name_of(const std::optional<Enumeration>& value) noexcept
{
    return value ? to_string(*value) : std::string_view{};
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

stored_columns::stored_columns(const usage_row& row)
    : attempt_id{row.attempt_id}
    , tenant_id{row.tenant_id}
    , operation{row.operation}
    , call_id{row.call_id}
    , timestamp{storable_time(row.started).time_since_epoch().count()}
    , call_duration_ms{clamped(row.duration.count())}
    , model{storable_text(row.model, max_model_characters)}
    , input_tokens{clamped(row.input_tokens)}
    , output_tokens{clamped(row.output_tokens)}
    , cost_micro_usd{clamped(row.cost, max_cost)}
    , status{row.error ? "error" : "ok"}
    , error_class{name_of(row.error)}
    , cached_tokens{clamped(row.cached_tokens)}
    , priced{row.priced}
    , cause{name_of(row.cause)}
{}

} // namespace verbatim::core::recording
