#include "llm/prices.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace verbatim::core::llm {

namespace {

// Two 31-bit token counts times prices of up to 50 bits need more than 64.
__extension__ using uint128 = unsigned __int128;

constexpr int                  pico_digits            = 12;
constexpr int                  digits_of_million      = 6;
constexpr pico_usd             pico_usd_per_micro_usd = 1'000'000;
constexpr pico_usd             highest_price          = 1'000'000'000'000'000; // 1,000 dollars per token
constexpr recording::micro_usd highest_row_cost       = 999'999'999'999;       // numeric(12,6)

/// digits * 10^exponent dollars: the value of a decimal number, before rounding.
struct decimal
{
    std::string digits;
    int         exponent = 0;
};

/// None when the text is not a decimal number.
std::optional<decimal> parse_decimal(std::string_view text)
{
    decimal number;
    bool    in_fraction = false;
    bool    has_digits  = false;
    if (text.starts_with('+')) text.remove_prefix(1);
    for (; !text.empty() && (sdk::ascii::is_digit(text.front()) || (text.front() == '.' && !in_fraction));
         text.remove_prefix(1))
    {
        if (text.front() == '.')
        {
            in_fraction = true;
            continue;
        }
        has_digits = true;
        if (!number.digits.empty() || text.front() != '0') number.digits += text.front();
        if (in_fraction) --number.exponent;
    }
    if (!has_digits) return std::nullopt;
    if (text.empty()) return number;

    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text.size() > 3 || !std::ranges::all_of(text, sdk::ascii::is_digit)) return std::nullopt;
    const int power = std::stoi(std::string{text});
    number.exponent += is_negative ? -power : power;
    return number;
}

const token_rates& rates_of(const price& price, service_tier tier)
{
    if (tier == service_tier::flex && price.flex) return *price.flex;
    if (tier == service_tier::priority && price.priority) return *price.priority;
    return price.standard;
}

/// Without `-YYYY-MM-DD` or `-YYYYMMDD` at the end: providers add the date of a release to its name.
std::string_view without_date(std::string_view name)
{
    const auto ends_with = [name](std::string_view pattern) {
        return name.size() > pattern.size() &&
               std::ranges::equal(name.substr(name.size() - pattern.size()), pattern, [](char c, char expected) {
                   return expected == '9' ? sdk::ascii::is_digit(c) : c == expected;
               });
    };
    for (const std::string_view pattern : {"-9999-99-99", "-99999999"})
        if (ends_with(pattern)) return name.substr(0, name.size() - pattern.size());
    return name;
}

} // namespace

std::optional<pico_usd> parse_price(std::string_view dollars, price_unit unit)
{
    if (dollars.size() > 200) return std::nullopt;
    const auto number = parse_decimal(dollars);
    if (!number) return std::nullopt;

    // Digits before the decimal point, in pico-dollars per token.
    const int  shift          = unit == price_unit::per_token ? pico_digits : pico_digits - digits_of_million;
    const auto integer_digits = static_cast<int>(number->digits.size()) + number->exponent + shift;
    pico_usd   price          = 0;
    for (int n = 0; n < integer_digits && !number->digits.empty(); ++n)
    {
        const auto position = static_cast<std::size_t>(n);
        price =
            price * 10 + (position < number->digits.size() ? static_cast<pico_usd>(number->digits[position] - '0') : 0);
        if (price > highest_price) return std::nullopt;
    }
    const bool round_up = integer_digits >= 0 && static_cast<std::size_t>(integer_digits) < number->digits.size() &&
                          number->digits[static_cast<std::size_t>(integer_digits)] >= '5';
    return price + (round_up ? 1 : 0);
}

recording::micro_usd cost(const price& price, const token_count& tokens, service_tier tier) noexcept
{
    const auto& rates   = rates_of(price, tier);
    const auto  input   = std::max(tokens.input.value_or(0), 0);
    const auto  output  = std::max(tokens.output.value_or(0), 0);
    const auto  cached  = std::clamp(tokens.cached, 0, input);
    const auto  written = std::clamp(tokens.cache_written, 0, input - cached);

    const auto charge       = [](std::int32_t count, pico_usd rate) { return static_cast<uint128>(count) * rate; };
    const auto input_charge = charge(input - cached - written, rates.input) +
                              charge(cached, rates.cached_input.value_or(rates.input)) +
                              charge(written, rates.cache_write.value_or(rates.input));
    const bool is_long   = price.long_prompt_tokens > 0 && input > price.long_prompt_tokens;
    const auto half_pico = is_long ? input_charge * 4 + charge(output, rates.output) * 3
                                   : (input_charge + charge(output, rates.output)) * 2;
    const auto micro     = (half_pico + pico_usd_per_micro_usd) / (2 * pico_usd_per_micro_usd);
    return static_cast<recording::micro_usd>(std::min(micro, static_cast<uint128>(highest_row_cost)));
}

recording::micro_usd highest_cost(const price& price, std::size_t input_tokens, std::size_t output_tokens) noexcept
{
    constexpr std::size_t most    = std::numeric_limits<std::int32_t>::max();
    const token_count     bound   = {.input  = static_cast<std::int32_t>(std::min(input_tokens, most)),
                                     .output = static_cast<std::int32_t>(std::min(output_tokens, most))};
    recording::micro_usd  highest = 0;
    for (const auto* rates :
         {&price.standard, price.flex ? &*price.flex : nullptr, price.priority ? &*price.priority : nullptr})
    {
        if (!rates) continue;
        const auto input = std::max({rates->input, rates->cached_input.value_or(0), rates->cache_write.value_or(0)});
        const llm::price worst{.standard           = {.input = input, .output = rates->output},
                               .long_prompt_tokens = price.long_prompt_tokens};
        highest = std::max(highest, cost(worst, bound));
    }
    return highest;
}

std::string price_key(std::string_view model)
{
    return (model.find('/') == std::string_view::npos ? std::string{"openai/"} : std::string{}).append(model);
}

std::optional<price> find_price(const price_table& prices, std::string_view model)
{
    const auto key = price_key(model);
    for (const auto name : {std::string_view{key}, without_date(key)})
        if (const auto it = prices.find(name); it != prices.end()) return it->second;
    return std::nullopt;
}

std::optional<price> price_list::find(std::string_view model, std::string_view prefix,
                                      std::string_view reported_model) const
{
    const auto prices = table_.get();
    if (const auto price = find_price(*prices, model)) return price;
    if (reported_model.empty()) return std::nullopt;
    return find_price(*prices, std::string{prefix.empty() ? "openai/" : prefix}.append(reported_model));
}

} // namespace verbatim::core::llm
