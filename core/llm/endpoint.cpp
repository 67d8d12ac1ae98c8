#include "llm/endpoint.hpp"

#include "http_client/url.hpp"
#include "settings/loopback.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::llm {

namespace {

using http_client::host_of;
using http_client::is_visible_ascii;
using http_client::without_trailing_slashes;
using sdk::ascii::percent_encoded;

constexpr std::size_t max_model_name = 255; // width of the column `model` of llm_calls

std::string_view model_or_built_in(const connection_settings& connection)
{
    return connection.model.empty() ? built_in_model : connection.model;
}

std::string_view without_models_suffix(std::string_view base)
{
    constexpr std::string_view suffix = "/models";
    if (base.ends_with(suffix)) base.remove_suffix(suffix.size());
    return without_trailing_slashes(base);
}

/// Serverless and managed deployments are also below azure.com, but accept bearer tokens only.
bool uses_api_key_header(const std::string& host)
{
    if (host.ends_with(".models.ai.azure.com") || host.ends_with(".inference.ml.azure.com")) return false;
    return host.ends_with(".azure.com");
}

bool is_services_host(const std::string& host) { return host.ends_with("services.ai.azure.com"); }

std::string azure_url(std::string_view base, std::string_view deployment, std::string_view path,
                      std::string_view version)
{
    std::string url{without_models_suffix(base)};
    url += "/openai/deployments/" + percent_encoded(deployment) + '/';
    return url.append(path) + "?api-version=" + percent_encoded(version);
}

std::string azure_ai_url(std::string_view base, std::string_view path, std::string_view version)
{
    if (!is_services_host(host_of(base))) return (std::string{base} + '/').append(path);
    return (std::string{without_models_suffix(base)} + "/models/").append(path) +
           "?api-version=" + percent_encoded(version);
}

std::string openai_url(std::string_view base, std::string_view path)
{
    return ((base.empty() ? std::string{"https://api.openai.com/v1"} : std::string{base}) + '/').append(path);
}

/// Proxies document bases with and without the version of the path.
std::string anthropic_url(std::string_view base)
{
    if (base.empty()) base = "https://api.anthropic.com";
    if (base.ends_with("/v1")) base = without_trailing_slashes(base.substr(0, base.size() - 3));
    return std::string{base} + "/v1/messages";
}

bool requires_version(provider_kind kind, std::string_view base)
{
    return kind == provider_kind::azure || (kind == provider_kind::azure_ai && is_services_host(host_of(base)));
}

/// As OpenTelemetry's conventions for generative AI name it.
std::string_view provider_name(provider_kind kind)
{
    switch (kind)
    {
    case provider_kind::azure: return "azure.ai.openai";
    case provider_kind::azure_ai: return "azure.ai.inference";
    case provider_kind::openai: return "openai";
    case provider_kind::anthropic: return "anthropic";
    case provider_kind::local: break;
    }
    return "local";
}

/// Azure lists the models of a resource, not its deployments. Hosts without a list describe their model.
std::string azure_listing_url(provider_kind kind, std::string_view base, std::string_view version)
{
    if (kind == provider_kind::azure_ai) return azure_ai_url(base, "info", version);
    return std::string{without_models_suffix(base)} + "/openai/models?api-version=" + percent_encoded(version);
}

core::settings::setting_problems authentication_problems(const connection_settings& connection, provider_kind kind,
                                                         const std::string& prefix)
{
    const bool has_key = !connection.api_key.empty();
    const auto key     = setting_name(prefix, "API_KEY");
    const auto auth    = setting_name(prefix, "AUTH");
    if (connection.auth == authentication::managed_identity)
    {
        if (!is_azure(kind))
            return {{auth, "managed_identity is for azure and azure_ai models only", "set " + auth + " to key"}};
        if (!has_key) return {};
        return {{key, "is set, but " + auth + " is managed_identity", "remove the key, or set " + auth + " to key"}};
    }
    if (has_key) return {};
    if (is_azure(kind))
        return {{key, "is required for azure and azure_ai models", "set it, or set " + auth + " to managed_identity"}};
    if (!connection.api_base.empty()) return {};
    return {
        {key, "is required for openai and anthropic models unless " + setting_name(prefix, "API_BASE") + " is set"}};
}

} // namespace

std::optional<model_name> parse_model_name(std::string_view configured)
{
    const auto slash  = configured.find('/');
    const auto prefix = slash == std::string_view::npos ? std::string_view{} : configured.substr(0, slash + 1);
    model_name name{.prefix = std::string{prefix}, .model = std::string{configured.substr(prefix.size())}};
    if (name.model.empty()) return std::nullopt;

    if (prefix == "azure/") name.kind = provider_kind::azure;
    else if (prefix == "azure_ai/") name.kind = provider_kind::azure_ai;
    else if (prefix == "openai/" || prefix.empty()) name.kind = provider_kind::openai;
    else if (prefix == "anthropic/") name.kind = provider_kind::anthropic;
    else if (prefix == "local/") name.kind = provider_kind::local;
    else return std::nullopt;
    return name;
}

endpoint make_endpoint(const connection_settings& connection, std::string_view path)
{
    const auto  name = parse_model_name(model_or_built_in(connection)).value();
    const auto  base = without_trailing_slashes(connection.api_base);
    const auto& key  = connection.api_key.reveal();

    endpoint target{.kind   = name.kind,
                    .name   = std::string{model_or_built_in(connection)},
                    .prefix = name.prefix,
                    .model  = name.model};
    if (!key.empty()) target.headers.push_back("Authorization: Bearer " + key);
    switch (name.kind)
    {
    case provider_kind::azure:
        target.url     = azure_url(base, name.model, path, connection.api_version);
        target.headers = {"api-key: " + key};
        break;
    case provider_kind::azure_ai:
        target.url = azure_ai_url(base, path, connection.api_version);
        if (uses_api_key_header(host_of(base))) target.headers = {"api-key: " + key};
        break;
    case provider_kind::openai: target.url = openai_url(base, path); break;
    case provider_kind::anthropic:
        target.url     = anthropic_url(base);
        target.headers = {"anthropic-version: 2023-06-01"};
        if (!key.empty()) target.headers.push_back("x-api-key: " + key);
        break;
    case provider_kind::local: target.headers.clear(); break;
    }
    target.uses_identity = uses_identity(connection);
    if (target.uses_identity) target.headers.clear();
    return target;
}

endpoint make_listing_endpoint(const connection_settings& connection)
{
    constexpr std::string_view path   = "models";
    auto                       target = make_endpoint(connection, path);
    const auto                 base   = without_trailing_slashes(connection.api_base);
    if (is_azure(target.kind)) target.url = azure_listing_url(target.kind, base, connection.api_version);
    if (target.kind == provider_kind::anthropic)
    {
        constexpr std::string_view messages = "messages";
        target.url.replace(target.url.size() - messages.size(), messages.size(), path);
    }
    return target;
}

std::string setting_name(const std::string& prefix, std::string_view name)
{
    return prefix + (prefix.ends_with('.') ? sdk::ascii::lowercase(name) : std::string{name});
}

bool accepts_prefix(const endpoint& target)
{
    return target.kind == provider_kind::anthropic ||
           (target.kind == provider_kind::openai && host_of(target.url) == "api.openai.com");
}

traced_model to_traced_model(const endpoint& target, std::string_view operation)
{
    return {.operation = std::string{operation},
            .provider  = std::string{provider_name(target.kind)},
            .name      = target.model,
            .host      = host_of(target.url)};
}

core::settings::setting_problems endpoint_problems(const connection_settings& connection, const std::string& prefix,
                                                   bool allow_plain_http)
{
    core::settings::setting_problems problems;
    const auto                       add = [&](std::string_view setting, std::string problem, std::string fix = {}) {
        problems.push_back({setting_name(prefix, setting), std::move(problem), std::move(fix)});
    };

    const auto model = model_or_built_in(connection);
    const auto name  = parse_model_name(model);
    if (!name)
        add("MODEL", "must be NAME or PROVIDER/NAME, with provider azure, azure_ai, openai, anthropic or local",
            "use openai/NAME for a server with the same API");
    else if (name->kind == provider_kind::local && model != built_in_model)
        add("MODEL", "is not a built-in model", "use local/extractive");
    if (model.size() > max_model_name || !is_visible_ascii(model))
        add("MODEL", "must be at most 255 printable ASCII characters without spaces");

    if (!connection.api_base.empty() && !http_client::is_base_url(connection.api_base))
        add("API_BASE", "must be an http:// or https:// URL without user, query or fragment");
    else if (connection.api_base.starts_with("http://") && !allow_plain_http &&
             !core::settings::is_loopback(host_of(connection.api_base)))
        add("API_BASE", "would send keys and texts in clear text", "use https://, or set LLM_ALLOW_PLAIN_HTTP to true");
    if (!is_visible_ascii(connection.api_key.reveal()))
        add("API_KEY", "contains a space or another character that a header cannot contain");

    if (!name || name->kind == provider_kind::local) return problems;
    if (is_azure(name->kind) && connection.api_base.empty())
        add("API_BASE", "is required for azure and azure_ai models");
    for (auto& problem : authentication_problems(connection, name->kind, prefix))
        problems.push_back(std::move(problem));
    if (connection.api_version.empty() && requires_version(name->kind, without_trailing_slashes(connection.api_base)))
        add("API_VERSION", "is required, because the URL of this model contains it");
    return problems;
}

} // namespace verbatim::core::llm
