#pragma once

#include "llm/request_spending.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// How requests authenticate at a provider.
enum class authentication
{
    key,
    managed_identity,
};
sdk::enum_values declare(authentication);

/// How requests ask for the structure of an output: docs/reference/provider.md#structured-output.
enum class structured_output
{
    json_schema,
    json_object,
    none,
};
sdk::enum_values declare(structured_output);

/// The tokenizer that estimates assume: docs/reference/provider.md#token-estimate.
enum class assumed_tokenizer
{
    o200k,
    cl100k,
};
sdk::enum_values declare(assumed_tokenizer);

/// How to reach a model at a provider. An empty value is not set.
struct connection_settings
{
    std::string model; ///< `<provider>/<model or deployment>`
    sdk::secret api_key;
    std::string api_base;
    std::string api_version;

    std::optional<authentication>    auth      = {}; ///< none: key
    std::optional<structured_output> structure = {}; ///< none: see structure_of()

    std::optional<std::chrono::duration<double>> timeout     = {}; ///< seconds, per attempt; none: settings::timeout
    std::optional<std::size_t>                   max_retries = {}; ///< none: see retry_plan::connection_limits
};

/// A further connection of LLM_FALLBACKS. It inherits nothing, because a key must not reach another host.
struct fallback_settings
{
    connection_settings connection;

    /// Members of the price file: docs/reference/accounting.md#price-file. None: the price of the price list.
    std::optional<boost::json::object> price;
};

void declare(sdk::schema_builder& schema, fallback_settings& s);

/// The effect of a configured model without a price.
enum class unknown_price
{
    stop,
    allow,
};
sdk::enum_values declare(unknown_price);

/// The settings LLM_…, JUDGE_LLM_… and MODEL_PRICES_PATH.
struct settings
{
    connection_settings                           main;  ///< without a model: the built-in model
    connection_settings                           judge; ///< each value defaults to that of `main`
    std::vector<fallback_settings>                fallbacks;
    std::optional<std::vector<fallback_settings>> judge_fallbacks; ///< none: `fallbacks`
    bool                          allow_plain_http = false; ///< for hosts other than loopback, on all connections
    std::chrono::duration<double> timeout{115};             ///< seconds, per attempt
    std::optional<std::chrono::duration<double>> failure_time = {}; ///< seconds; none: see shared_state
    bool                                         stream       = true;
    std::chrono::duration<double>                token_timeout{30}; ///< seconds, between two pieces of a stream
    std::size_t                                  max_total_tokens   = 100'000;
    std::size_t                                  context_tokens     = 0; ///< 0: what the server reports
    bool                                         asks_servers       = true;
    std::size_t                                  chars_per_token    = 4;
    std::optional<assumed_tokenizer>             tokenizer          = {}; ///< none: see tokenizer_of()
    std::size_t                                  max_output_tokens  = 16'384;
    double                                       temperature        = 0;
    bool                                         send_temperature   = true;
    std::optional<bool>                          structured_outputs = {}; ///< former name of `main.structure`
    bool                                         send_tenant_id     = true;
    std::optional<bool>                          prompt_cache       = {}; ///< none: see accepts_prefix()
    std::size_t                                  max_concurrency    = 256;
    double                                       max_tenant_share   = 0.9; ///< of max_concurrency
    request_limits                               per_request{.max_calls = 25'000, .max_tokens = 100'000'000};
    std::string                                  model_prices_path;
    unknown_price                                on_unknown_price = unknown_price::stop;
};

void declare(sdk::schema_builder& schema, settings& s);

inline constexpr std::string_view built_in_model = "local/extractive";

/// `own`, with `defaults` for values that are not set. A managed identity inherits no key.
connection_settings inherit(const connection_settings& own, const connection_settings& defaults);

/// Whether requests carry a token of the managed identity.
bool uses_identity(const connection_settings& connection);

/// Whether `model` belongs to another provider than the key of `other`, so that the key is probably not valid for it.
/// False if `other` has no key.
bool names_another_provider(std::string_view model, const connection_settings& other);

/// Whether these lists are equal but for their keys.
bool differ_in_keys_only(const std::vector<fallback_settings>& left, const std::vector<fallback_settings>& right);

/// The connections without their keys.
std::vector<fallback_settings> without_keys(std::vector<fallback_settings> fallbacks);

/// The main connection, with the value of LLM_STRUCTURED_OUTPUTS.
connection_settings main_connection(const settings& s);

/// The connection of judge calls, with inherited values.
connection_settings judge_connection(const settings& s);

/// The fallbacks of judge calls, with inherited ones other than the judge itself. The built-in model has none.
std::vector<fallback_settings> judge_fallbacks(const settings& s);

/// LLM_TOKENIZER, by default the one of the main model: cl100k for GPT-3.5, GPT-4 and GPT-4 Turbo, otherwise o200k.
assumed_tokenizer tokenizer_of(const settings& s);

/// How requests of this connection ask for structure. Default: json_schema.
structured_output structure_of(const connection_settings& connection);

/// Combinations that cannot work; they stop the start. The defaults have no problems.
core::settings::setting_problems problems(const settings& s);

/// Combinations that are probably a mistake but do not stop the start.
core::settings::setting_problems warnings(const settings& s);

} // namespace verbatim::core::llm
