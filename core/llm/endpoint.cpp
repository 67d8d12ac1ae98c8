#include "llm/endpoint.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

constexpr std::size_t longest_model_name = 255; // the column's width, contract 23.1

std::string_view set(const std::optional<std::string>& part)
{
    return part ? std::string_view{*part} : std::string_view{};
}

std::string_view set(const std::optional<secret>& part)
{
    return part ? std::string_view{part->value} : std::string_view{};
}

std::string_view model_string(const connection_settings& from)
{
    return set(from.model).empty() ? std::string_view{built_in_model} : set(from.model);
}

std::string_view without_trailing_slashes(std::string_view base)
{
    while (base.ends_with('/')) base.remove_suffix(1);
    return base;
}

std::string_view without_models(std::string_view base)
{
    constexpr std::string_view models = "/models";
    if (base.ends_with(models)) base.remove_suffix(models.size());
    return without_trailing_slashes(base);
}

/// Lower case, without port; empty when the base has none.
std::string host_of(std::string_view base)
{
    const auto scheme = base.find("://");
    if (scheme == std::string_view::npos) return {};
    auto host = base.substr(scheme + 3);
    host      = host.substr(0, host.find('/'));
    if (!host.starts_with('[')) host = host.substr(0, host.find(':'));
    std::string lower{host};
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return lower;
}

/// Serverless and managed deployments live under azure.com too, but know bearer tokens only.
bool takes_api_key_header(const std::string& host)
{
    if (host.ends_with(".models.ai.azure.com") || host.ends_with(".inference.ml.azure.com")) return false;
    return host.ends_with(".azure.com");
}

/// A name as one path segment or one query value.
std::string percent_encoded(std::string_view name)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    constexpr auto             digit = "0123456789ABCDEF";

    std::string encoded;
    for (const char c : name)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (plain.find(c) != std::string_view::npos) encoded += c;
        else encoded.append({'%', digit[byte >> 4], digit[byte & 15]});
    }
    return encoded;
}

bool is_services_host(const std::string& host) { return host.ends_with("services.ai.azure.com"); }

std::string azure_url(std::string_view base, std::string_view deployment, std::string_view what,
                      std::string_view version)
{
    std::string url{without_models(base)};
    url += "/openai/deployments/" + percent_encoded(deployment) + '/';
    return url.append(what) + "?api-version=" + percent_encoded(version);
}

std::string azure_ai_url(std::string_view base, std::string_view what, std::string_view version)
{
    if (!is_services_host(host_of(base))) return (std::string{base} + '/').append(what);
    return (std::string{without_models(base)} + "/models/").append(what) + "?api-version=" + percent_encoded(version);
}

std::string openai_url(std::string_view base, std::string_view what)
{
    return ((base.empty() ? std::string{"https://api.openai.com/v1"} : std::string{base}) + '/').append(what);
}

bool needs_version(provider_kind kind, std::string_view base)
{
    return kind == provider_kind::azure || (kind == provider_kind::azure_ai && is_services_host(host_of(base)));
}

/// Scheme, host, and nothing that would end up behind our own path. A name and password in it would be a second secret.
bool is_base(std::string_view base)
{
    const bool scheme = base.starts_with("https://") || base.starts_with("http://");
    const bool plain  = std::ranges::all_of(base, [](char c) { return c > ' ' && c < 0x7f; });
    return scheme && plain && !host_of(base).empty() && base.find_first_of("?#@\\") == std::string_view::npos;
}

bool fits_header(std::string_view key)
{
    return std::ranges::all_of(key, [](char c) { return c > ' ' && c < 0x7f; });
}

} // namespace

std::optional<model_name> take_apart(std::string_view configured)
{
    const auto slash  = configured.find('/');
    const auto prefix = slash == std::string_view::npos ? std::string_view{} : configured.substr(0, slash + 1);
    model_name parts{.prefix = std::string{prefix}, .model = std::string{configured.substr(prefix.size())}};
    if (parts.model.empty()) return std::nullopt;

    if (prefix == "azure/") parts.kind = provider_kind::azure;
    else if (prefix == "azure_ai/") parts.kind = provider_kind::azure_ai;
    else if (prefix == "openai/" || prefix.empty()) parts.kind = provider_kind::openai;
    else if (prefix == "local/") parts.kind = provider_kind::local;
    else return std::nullopt;
    return parts;
}

endpoint make_endpoint(const connection_settings& from, std::string_view what)
{
    const auto parts   = take_apart(model_string(from)).value();
    const auto base    = without_trailing_slashes(set(from.api_base));
    const auto version = set(from.api_version);
    const auto key     = std::string{set(from.api_key)};

    endpoint made{.kind          = parts.kind,
                  .name          = std::string{model_string(from)},
                  .prefix        = parts.prefix,
                  .model         = parts.model,
                  .url           = {},
                  .authorization = key.empty() ? std::string{} : "Authorization: Bearer " + key};
    switch (parts.kind)
    {
    case provider_kind::azure:
        made.url           = azure_url(base, parts.model, what, version);
        made.authorization = "api-key: " + key;
        break;
    case provider_kind::azure_ai:
        made.url = azure_ai_url(base, what, version);
        if (takes_api_key_header(host_of(base))) made.authorization = "api-key: " + key;
        break;
    case provider_kind::openai: made.url = openai_url(base, what); break;
    case provider_kind::local: made.authorization.clear(); break;
    }
    return made;
}

std::vector<std::string> endpoint_problems(const connection_settings& from, std::string_view names)
{
    const std::string        setting{names};
    std::vector<std::string> found;

    const auto model = model_string(from);
    const auto parts = take_apart(model);
    if (!parts)
        found.push_back(setting +
                        "MODEL must be a name after one of the prefixes azure/, azure_ai/, openai/ or local/, or a "
                        "name without '/'; the prefix ends at the first '/', so a self-hosted model of another "
                        "maker is named after openai/.");
    else if (parts->kind == provider_kind::local && model != built_in_model)
        found.push_back(setting + "MODEL names no built-in model; the only one is local/extractive.");
    if (model.size() > longest_model_name || !fits_header(model))
        found.push_back(setting + "MODEL must be at most 255 printable ASCII characters, without blanks.");

    if (!set(from.api_base).empty() && !is_base(set(from.api_base)))
        found.push_back(setting +
                        "API_BASE must be a plain http:// or https:// address, without user, query or fragment.");
    if (!fits_header(set(from.api_key)))
        found.push_back(setting + "API_KEY holds a blank or a character that cannot stand in a header.");

    if (!parts || parts->kind == provider_kind::local) return found;
    const bool azure = parts->kind != provider_kind::openai;
    if (set(from.api_base).empty() && azure)
        found.push_back(setting + "API_BASE is required for a model of azure/ or azure_ai/.");
    if (set(from.api_key).empty() && azure)
        found.push_back(setting + "API_KEY is required for a model of azure/ or azure_ai/.");
    if (set(from.api_key).empty() && !azure && set(from.api_base).empty())
        found.push_back(setting + "API_KEY is required for an openai/ model when " + setting + "API_BASE is not set.");
    if (set(from.api_version).empty() && needs_version(parts->kind, without_trailing_slashes(set(from.api_base))))
        found.push_back(setting + "API_VERSION is required for this model's address.");
    return found;
}

} // namespace verbatim::core::llm
