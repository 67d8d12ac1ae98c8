#pragma once

#include "exec/published_value.hpp"
#include "recording/usage_row.hpp"

#include "verbatim/sdk/log.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

/// 10^-12 US dollars, so that the price of a token is an integer.
using pico_usd = std::uint64_t;

/// Price of one token.
struct price
{
    pico_usd input  = 0;
    pico_usd output = 0;

    friend bool operator==(const price&, const price&) = default;
};

/// Parses a decimal number of dollars such as "0.0000025" or "2.5e-06" exactly, rounding half up to pico-dollars.
/// None if it is not a number, negative, infinite, or over 1,000 dollars per token.
std::optional<pico_usd> parse_price(std::string_view dollars);

/// The cost of an attempt: exact, rounded half up once to millionths of a dollar, limited to the range of the column.
recording::micro_usd cost(const price& rate, std::int32_t input_tokens, std::int32_t output_tokens) noexcept;

/// Prices by full model string, "azure/gpt-5.4".
using price_table = std::map<std::string, price, std::less<>>;

/// The table of docs/reference/accounting.md#prices.
price_table built_in_prices();

/// The built-in prices, overridden by those of a YAML file if a path is given. An absent price is 0.
/// An invalid price, for example a negative one, is 0 and logged as a warning. Throws settings::setting_error for
/// MODEL_PRICES_PATH when the file cannot be read or has another form.
price_table load_prices(const std::string& path, sdk::log& log);

/// The current prices, shared by the model client and the reload of settings. [any thread]
class price_list
{
public:
    explicit price_list(price_table table)
        : table_{std::move(table)}
    {}

    /// Applies to attempts that end from now on.
    void replace(price_table table) { table_.replace(std::move(table)); }

    /// The price of the configured model, else of the reported model with the same prefix.
    std::optional<price> find(std::string_view model, std::string_view prefix, std::string_view reported_model) const;

    std::size_t size() const { return table_.get()->size(); }

private:
    exec::published_value<price_table> table_;
};

} // namespace verbatim::core::llm
