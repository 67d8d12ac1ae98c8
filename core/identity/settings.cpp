#include "identity/settings.hpp"

#include "http_client/url.hpp"
#include "settings/loopback.hpp"

#include <utility>

namespace verbatim::core::identity {

namespace {

void require_base_url(const char* setting, const std::string& url, core::settings::setting_problems& problems)
{
    if (!http_client::is_base_url(url))
        problems.push_back({setting, "must be an http:// or https:// URL without user, query or fragment"});
}

void check_federated_token(const settings& s, core::settings::setting_problems& problems)
{
    for (const auto& [setting, text] : {std::pair{"AZURE_CLIENT_ID", s.client_id}, {"AZURE_TENANT_ID", s.tenant_id}})
        if (text.empty())
            problems.push_back({setting, "is required with AZURE_FEDERATED_TOKEN_FILE", "set it, or unset the file"});
    if (s.authority_host.starts_with("http://") && !core::settings::is_loopback(http_client::host_of(s.authority_host)))
        problems.push_back({"AZURE_AUTHORITY_HOST", "would send tokens in clear text", "use https://"});
    else require_base_url("AZURE_AUTHORITY_HOST", s.authority_host, problems);
}

void check_endpoint(const settings& s, core::settings::setting_problems& problems)
{
    const auto& header = s.endpoint_header.reveal();
    require_base_url("IDENTITY_ENDPOINT", s.endpoint, problems);
    if (header.empty())
        problems.push_back({"IDENTITY_HEADER", "is required with IDENTITY_ENDPOINT",
                            "set it, or unset IDENTITY_ENDPOINT to use the metadata service of the machine"});
    if (!http_client::is_visible_ascii(header))
        problems.push_back({"IDENTITY_HEADER", "contains a space or another character that a header cannot contain"});
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AzureIdentity",
                "Managed identity for LLM_AUTH and DB_AUTH. Azure sets these variables, except on virtual machines.");

    schema.optional("AZURE_FEDERATED_TOKEN_FILE", s.federated_token_file,
                    "File with the token of a Kubernetes service account. It is read again for each request.");
    schema
        .optional("AZURE_CLIENT_ID", s.client_id,
                  "Client id of the identity. Required with AZURE_FEDERATED_TOKEN_FILE. Otherwise it selects an "
                  "identity assigned by users; the default is the identity of the system.")
        .example("00000000-0000-0000-0000-000000000000");
    schema.optional("AZURE_TENANT_ID", s.tenant_id, "Microsoft Entra tenant. Required with AZURE_FEDERATED_TOKEN_FILE.")
        .example("00000000-0000-0000-0000-000000000000");
    schema.optional("AZURE_AUTHORITY_HOST", s.authority_host,
                    "Microsoft Entra, for AZURE_FEDERATED_TOKEN_FILE. Other clouds have other hosts.");
    schema
        .optional("IDENTITY_ENDPOINT", s.endpoint,
                  "URL that returns tokens, on App Service and Container Apps. AZURE_FEDERATED_TOKEN_FILE precedes it.")
        .example("http://localhost:42356/msi/token");
    schema.optional("IDENTITY_HEADER", s.endpoint_header, "Secret of IDENTITY_ENDPOINT.");
    schema.optional("AZURE_POD_IDENTITY_AUTHORITY_HOST", s.metadata_host,
                    "Metadata service of the machine. It is used if neither AZURE_FEDERATED_TOKEN_FILE nor "
                    "IDENTITY_ENDPOINT is set.");
}

source_kind source_of(const settings& s)
{
    if (!s.federated_token_file.empty()) return source_kind::federated_token;
    return s.endpoint.empty() ? source_kind::instance_metadata : source_kind::identity_endpoint;
}

std::string_view to_string(source_kind source) noexcept
{
    switch (source)
    {
    case source_kind::federated_token: return "federated_token";
    case source_kind::identity_endpoint: return "identity_endpoint";
    case source_kind::instance_metadata: break;
    }
    return "instance_metadata";
}

core::settings::setting_problems problems(const settings& s)
{
    core::settings::setting_problems result;
    switch (source_of(s))
    {
    case source_kind::federated_token: check_federated_token(s, result); break;
    case source_kind::identity_endpoint: check_endpoint(s, result); break;
    case source_kind::instance_metadata:
        require_base_url("AZURE_POD_IDENTITY_AUTHORITY_HOST", s.metadata_host, result);
        break;
    }
    return result;
}

} // namespace verbatim::core::identity
