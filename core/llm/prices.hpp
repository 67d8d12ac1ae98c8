#pragma once

#include "exec/published_value.hpp"
#include "llm/attempt_result.hpp"
#include "recording/usage_row.hpp"
#include "settings/setting_problem.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

/// 10^-12 US dollars, so that the price of a token is an integer.
using pico_usd = std::uint64_t;

/// Prices of one token.
struct token_rates
{
    pico_usd                input  = 0;
    pico_usd                output = 0;
    std::optional<pico_usd> cached_input{}; ///< none: `input`
    std::optional<pico_usd> cache_write{};  ///< none: `input`

    friend bool operator==(const token_rates&, const token_rates&) = default;
};

/// Prices of a model. A tier without rates of its own costs as much as the standard tier.
struct price
{
    token_rates                standard;
    std::optional<token_rates> flex{};
    std::optional<token_rates> priority{};

    /// Over so many input tokens, the input prices of an attempt double and its output price rises by half. 0: never.
    std::int32_t long_prompt_tokens = 0;

    friend bool operator==(const price&, const price&) = default;
};

enum class price_unit
{
    per_token,
    per_million_tokens,
};

/// Parses a decimal number of dollars such as "0.0000025" or "2.5e-06" exactly, and returns the price of a token,
/// rounded half up to pico-dollars. None if it is not a number, negative, infinite, or over 1,000 dollars per token.
std::optional<pico_usd> parse_price(std::string_view dollars, price_unit unit);

/// The cost of an attempt: exact, rounded half up once to millionths of a dollar, limited to the range of the column.
/// Absent counts are 0.
recording::micro_usd cost(const price& price, const token_count& tokens,
                          service_tier tier = service_tier::standard) noexcept;

/// The highest cost of an attempt with at most so many tokens, in any tier and with any use of caches.
recording::micro_usd highest_cost(const price& price, std::size_t input_tokens, std::size_t output_tokens) noexcept;

/// Prices by price_key().
using price_table = std::map<std::string, price, std::less<>>;

/// The key of a model string in the table: "openai/gpt-5.4" for "gpt-5.4", otherwise the model string.
std::string price_key(std::string_view model);

/// The price of a model string, else of the same name without the date at its end.
std::optional<price> find_price(const price_table& prices, std::string_view model);

/// The table of docs/reference/prices.md.
price_table built_in_prices();

/// A model string and the setting that names it.
struct configured_model
{
    std::string setting;
    std::string model;
};

/// The built-in prices, overridden by those of the YAML file if a path is set. Throws settings::setting_error with
/// every problem: those of the file (docs/reference/accounting.md#price-file), or else the settings of `required`
/// models without a price. Built-in models need none.
price_table load_prices(const std::string& path, std::span<const configured_model> required);

/// The price in an object with the members of an entry of the price file. Adds each problem under `place`, such as
/// LLM_FALLBACKS[0].price; the price is then invalid.
price read_price(const boost::json::object& members, const std::string& place,
                 core::settings::setting_problems& problems);

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
