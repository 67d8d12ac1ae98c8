#include "llm/prices.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

// Two 31-bit token counts times prices of up to 50 bits need more than 64.
__extension__ using uint128 = unsigned __int128;

constexpr int                  pico_digits            = 12;
constexpr pico_usd             pico_usd_per_micro_usd = 1'000'000;
constexpr pico_usd             highest_price          = 1'000'000'000'000'000; // 1,000 dollars per token
constexpr recording::micro_usd highest_cost           = 999'999'999'999;       // numeric(12,6)

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

} // namespace

std::optional<pico_usd> parse_price(std::string_view dollars)
{
    if (dollars.size() > 200) return std::nullopt;
    const auto number = parse_decimal(dollars);
    if (!number) return std::nullopt;

    // Digits before the decimal point, in pico-dollars.
    const auto integer_digits = static_cast<int>(number->digits.size()) + number->exponent + pico_digits;
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

recording::micro_usd cost(const price& rate, std::int32_t input_tokens, std::int32_t output_tokens) noexcept
{
    const auto count = [](std::int32_t tokens) { return static_cast<uint128>(std::max(tokens, 0)); };
    const auto exact = count(input_tokens) * rate.input + count(output_tokens) * rate.output;
    const auto micro = (exact + pico_usd_per_micro_usd / 2) / pico_usd_per_micro_usd;
    return static_cast<recording::micro_usd>(std::min(micro, static_cast<uint128>(highest_cost)));
}

price_table built_in_prices()
{
    // clang-format off
    return {{"azure/gpt-5.4",                {2'500'000, 15'000'000}},
            {"azure_ai/mistral-large-2411",  {2'000'000,  6'000'000}},
            {"azure_ai/mistral-medium-2505", {  400'000,  2'000'000}},
            {"azure_ai/mistral-medium-3-5",  {1'500'000,  7'500'000}}};
    // clang-format on
}

std::optional<price> price_list::find(std::string_view model, std::string_view prefix,
                                      std::string_view reported_model) const
{
    const auto prices = table_.get();
    if (const auto it = prices->find(model); it != prices->end()) return it->second;
    if (reported_model.empty()) return std::nullopt;
    const auto it = prices->find(std::string{prefix}.append(reported_model));
    return it == prices->end() ? std::nullopt : std::optional{it->second};
}

} // namespace verbatim::core::llm
