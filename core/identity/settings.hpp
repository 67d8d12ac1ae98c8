#pragma once

#include "settings/setting_problem.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <string>
#include <string_view>

namespace verbatim::core::identity {

/// The variables that Azure sets for an identity, by the names of Azure's SDKs. An empty text is not set.
struct settings
{
    sdk::path   federated_token_file;
    std::string client_id;
    std::string tenant_id;
    std::string authority_host{"https://login.microsoftonline.com"};
    std::string endpoint;
    sdk::secret endpoint_header;
    std::string metadata_host{"http://169.254.169.254"};
};
void declare(sdk::schema_builder& schema, settings& s);

/// The source of tokens.
enum class source_kind
{
    federated_token,   ///< Microsoft Entra, for the token of a Kubernetes service account
    identity_endpoint, ///< of App Service and Container Apps
    instance_metadata, ///< of a virtual machine
};

/// The first source that is set, in the order of Azure's SDKs; otherwise instance_metadata.
source_kind source_of(const settings& s);

std::string_view to_string(source_kind source) noexcept;

/// Combinations that cannot work; they stop the start if a connection uses a managed identity.
core::settings::setting_problems problems(const settings& s);

} // namespace verbatim::core::identity
