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

/// Millionths of a millionth of a US dollar, so that a token's price is a whole number.
using pico_usd = std::uint64_t;

/// What a token costs.
struct price
{
    pico_usd input  = 0;
    pico_usd output = 0;

    friend bool operator==(const price&, const price&) = default;
};

/// A decimal number of dollars such as "0.0000025" or "2.5e-06", read digit by digit; halves of a pico-dollar go up.
/// None for what is no number, negative, infinite, or over a thousand dollars a token.
std::optional<pico_usd> parse_price(std::string_view dollars);

/// Exact until its one rounding, half up, to the stored millionths; never over what the column holds.
recording::micro_usd cost(const price& rate, std::int32_t input_tokens, std::int32_t output_tokens) noexcept;

/// By full model string, "azure/gpt-5.4".
using price_table = std::map<std::string, price, std::less<>>;

/// docs/reference/accounting.md#prices
price_table built_in_prices();

/// The built-in prices, overridden by those of a YAML file if a path is given. An absent price is 0.
/// An invalid price, for example a negative one, is 0 and logged as a warning. Throws std::runtime_error
/// with one sentence that names MODEL_PRICES_PATH when the file cannot be read or has another form.
price_table load_prices(const std::string& path, sdk::log& log);

/// The prices in force. Shared by the door and whoever reloads them. [any thread]
class price_list
{
public:
    explicit price_list(price_table table)
        : table_{std::move(table)}
    {}

    /// Attempts that end from now on are priced by it.
    void replace(price_table table) { table_.replace(std::move(table)); }

    /// The price of the configured model string, else of what answered, under the same prefix.
    std::optional<price> find(std::string_view model, std::string_view prefix, std::string_view reported_model) const;

    std::size_t size() const { return table_.get()->size(); }

private:
    exec::published_value<price_table> table_;
};

} // namespace verbatim::core::llm
