#pragma once

#include "llm/model_request.hpp"
#include "llm/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::llm {

/// Providers, by the prefix of the model string: docs/reference/provider.md.
enum class provider_kind
{
    azure,
    azure_ai,
    openai,
    anthropic,
    local,
};

constexpr bool is_azure(provider_kind kind) noexcept
{
    return kind == provider_kind::azure || kind == provider_kind::azure_ai;
}

/// A parsed model string. The prefix ends at the first '/'.
struct model_name
{
    provider_kind kind = provider_kind::openai;
    std::string   prefix; ///< with its '/', or empty; the key of prices begins with it
    std::string   model;  ///< after the prefix; `model` of a request
};

/// None if the prefix is unknown or nothing follows it.
std::optional<model_name> parse_model_name(std::string_view configured);

/// Where the requests of one connection go. Contains the key: never print or log it.
struct endpoint
{
    provider_kind kind = provider_kind::local;
    std::string   name;   ///< as configured; failed attempts are stored with it
    std::string   prefix; ///< with its '/', or empty
    std::string   model;  ///< `model` of a request
    std::string   url;

    std::vector<std::string> headers; ///< whole lines

    bool uses_identity = false; ///< requests need a token besides these headers
};

/// Last part of the URL.
inline constexpr std::string_view chat_path       = "chat/completions";
inline constexpr std::string_view embeddings_path = "embeddings";

/// Requires that endpoint_problems() finds none.
endpoint make_endpoint(const connection_settings& connection, std::string_view path = chat_path);

/// The same with a URL whose GET costs nothing and requires the key: a list of models, or their description.
endpoint make_listing_endpoint(const connection_settings& connection);

/// The setting `name`, such as "API_KEY", of the connection with this prefix: see endpoint_problems().
std::string setting_name(const std::string& prefix, std::string_view name);

/// Whether the provider is known to accept the members of docs/reference/provider.md#prompt-caches.
bool accepts_prefix(const endpoint& target);

/// For `operation`, chat or embeddings.
traced_model to_traced_model(const endpoint& target, std::string_view operation);

/// Why this connection cannot be used. Setting names begin with `prefix`, such as "JUDGE_LLM_", and are in lower case
/// after one that ends with a dot, such as "LLM_FALLBACKS[0].".
core::settings::setting_problems endpoint_problems(const connection_settings& connection, const std::string& prefix,
                                                   bool allow_plain_http);

} // namespace verbatim::core::llm
