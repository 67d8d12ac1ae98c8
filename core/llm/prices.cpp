#include "llm/prices.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::llm {

namespace {

// Two 31-bit token counts times prices of up to 50 bits need more than 64.
__extension__ using wide = unsigned __int128;

constexpr int              pico_digits   = 12;
constexpr pico_usd         pico_a_micro  = 1'000'000;
constexpr pico_usd         highest_price = 1'000'000'000'000'000; // a thousand dollars a token
constexpr usage::micro_usd highest_cost  = 999'999'999'999;       // numeric(12,6)

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// digits * 10^exponent dollars: what a decimal notation says, before any rounding.
struct decimal
{
    std::string digits;
    int         exponent = 0;
};

/// None when it is no plain decimal number.
std::optional<decimal> read_decimal(std::string_view text)
{
    decimal read;
    bool    fraction = false;
    bool    any      = false;
    if (text.starts_with('+')) text.remove_prefix(1);
    for (; !text.empty() && (is_digit(text.front()) || (text.front() == '.' && !fraction)); text.remove_prefix(1))
    {
        if (text.front() == '.')
        {
            fraction = true;
            continue;
        }
        any = true;
        if (!read.digits.empty() || text.front() != '0') read.digits += text.front();
        if (fraction) --read.exponent;
    }
    if (!any) return std::nullopt;
    if (text.empty()) return read;

    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text.size() > 3 || !std::ranges::all_of(text, is_digit)) return std::nullopt;
    const int power = std::stoi(std::string{text});
    read.exponent += negative ? -power : power;
    return read;
}

} // namespace

std::optional<pico_usd> read_price(std::string_view dollars)
{
    if (dollars.size() > 200) return std::nullopt;
    const auto read = read_decimal(dollars);
    if (!read) return std::nullopt;

    // How many of the digits stand before the point, once it is moved to whole pico-dollars.
    const auto whole = static_cast<int>(read->digits.size()) + read->exponent + pico_digits;
    pico_usd   price = 0;
    for (int n = 0; n < whole && !read->digits.empty(); ++n)
    {
        const auto position = static_cast<std::size_t>(n);
        price = price * 10 + (position < read->digits.size() ? static_cast<pico_usd>(read->digits[position] - '0') : 0);
        if (price > highest_price) return std::nullopt;
    }
    const bool half = whole >= 0 && static_cast<std::size_t>(whole) < read->digits.size() &&
                      read->digits[static_cast<std::size_t>(whole)] >= '5';
    return price + (half ? 1 : 0);
}

usage::micro_usd cost(const price& of, std::int32_t input_tokens, std::int32_t output_tokens) noexcept
{
    const auto count = [](std::int32_t tokens) { return static_cast<wide>(std::max(tokens, 0)); };
    const auto exact = count(input_tokens) * of.input + count(output_tokens) * of.output;
    const auto micro = (exact + pico_a_micro / 2) / pico_a_micro;
    return static_cast<usage::micro_usd>(std::min(micro, static_cast<wide>(highest_cost)));
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

price_list::price_list(price_table now)
    : now_{std::make_shared<const price_table>(std::move(now))}
{}

void price_list::replace(price_table now)
{
    auto next = std::make_shared<const price_table>(std::move(now));

    const std::lock_guard hold{guard_};
    now_.swap(next); // the old one is dropped after the lock
}

std::shared_ptr<const price_table> price_list::current() const
{
    const std::lock_guard hold{guard_};
    return now_;
}

std::optional<price> price_list::find(std::string_view configured, std::string_view prefix,
                                      std::string_view answered) const
{
    const auto prices = current();
    if (const auto found = prices->find(configured); found != prices->end()) return found->second;
    if (answered.empty()) return std::nullopt;
    const auto found = prices->find(std::string{prefix}.append(answered));
    return found == prices->end() ? std::nullopt : std::optional{found->second};
}

std::size_t price_list::size() const { return current()->size(); }

} // namespace verbatim::core::llm
