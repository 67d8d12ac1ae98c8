#pragma once

#include "llm/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// The providers that contract 17.1 knows, by prefix of the model string.
enum class provider_kind
{
    azure,
    azure_ai,
    openai,
    local,
};

/// A model string taken apart. The prefix ends at the first '/'.
struct model_name
{
    provider_kind kind = provider_kind::openai;
    std::string   prefix; ///< with its '/', or empty: what prices are looked up with
    std::string   model;  ///< the rest: what the request's `model` says
};

/// None when the prefix is unknown or nothing follows it.
std::optional<model_name> parse_model_name(std::string_view configured);

/// Where one connection's requests go. Holds the key: never printed, never logged.
struct endpoint
{
    provider_kind kind = provider_kind::local;
    std::string   name;   ///< as configured; what a failed attempt is stored under
    std::string   prefix; ///< with its '/', or empty
    std::string   model;  ///< of the request body
    std::string   url;
    std::string   authorization; ///< the whole header line; empty without a key
};

/// What is asked there: the last part of the address.
inline constexpr std::string_view chat_path       = "chat/completions";
inline constexpr std::string_view embeddings_path = "embeddings";

/// Of a connection in which `endpoint_problems` finds nothing.
endpoint make_endpoint(const connection_settings& connection, std::string_view path = chat_path);

/// Why no request could be sent over this connection: sentences that name the setting, "LLM_API_KEY" with `names`
/// "LLM_".
std::vector<std::string> endpoint_problems(const connection_settings& connection, std::string_view prefix);

} // namespace verbatim::core::llm
