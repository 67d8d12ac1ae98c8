#pragma once

#include "llm/prices.hpp"

#include <yaml-cpp/yaml.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// The rates of a tier, as far as a file has them.
struct partial_rates
{
    std::optional<pico_usd> input, output, cached_input, cache_write;
};

/// A key of a file and the rate that it holds.
struct rate_key
{
    std::string_view        name;
    std::optional<pico_usd> partial_rates::*rate;
};

/// LiteLLM's keys of rates per token.
inline constexpr rate_key token_rate_keys[]{
    {"input_cost_per_token", &partial_rates::input},
    {"output_cost_per_token", &partial_rates::output},
    {"cache_read_input_token_cost", &partial_rates::cached_input},
    {"cache_creation_input_token_cost", &partial_rates::cache_write},
};

/// Models without a price by price_key(), with the reason, such as "has tiered_pricing, which is not understood".
using unpriced_models = std::map<std::string, std::string, std::less<>>;

/// The prices of LiteLLM's own file, model_prices_and_context_window.json, by price_key().
struct litellm_prices
{
    price_table     prices;
    unpriced_models unpriced; ///< a member carries money and is not understood, or providers disagree
};

/// Whether a document is such a map of models: a member that is no `models` names its `litellm_provider`.
bool is_litellm_map(const YAML::Node& document);

/// Reads the models of chats, completions and embeddings with prices per token; other entries are left out. Members
/// without money, and prices of what the server never sends, such as images and batches, are ignored. Models of
/// OpenAI, Azure and Anthropic have their prefix. Those of Anthropic and of other providers have the prefix `openai/`
/// of a compatible server, if all providers of the name have the same price.
litellm_prices read_litellm_prices(const YAML::Node& models);

} // namespace verbatim::core::llm
