#include "identity/token_request.hpp"

#include "http_client/url.hpp"
#include "settings/setting_file.hpp"

#include "verbatim/sdk/text.hpp"

namespace verbatim::core::identity {

namespace {

using sdk::ascii::percent_encoded;

/// In bytes. A token of a service account has about one kilobyte.
constexpr std::size_t max_federated_token = 64 * 1024;

std::string read_federated_token(const settings& s)
{
    constexpr auto* setting = "AZURE_FEDERATED_TOKEN_FILE";
    const auto      text = core::settings::read_setting_file(setting, s.federated_token_file.text, max_federated_token);
    const auto      token = sdk::ascii::trimmed(text);
    if (token.empty()) throw core::settings::setting_error{{setting, "the file is empty"}};
    return std::string{token};
}

token_request federated_request(const settings& s, std::string_view resource)
{
    const auto host = http_client::without_trailing_slashes(s.authority_host);
    return {.method = http_client::request_method::post,
            .url    = std::string{host} + '/' + percent_encoded(s.tenant_id) + "/oauth2/v2.0/token",
            .form   = "grant_type=client_credentials&client_id=" + percent_encoded(s.client_id) +
                    "&scope=" + percent_encoded(std::string{resource} + "/.default") + "&client_assertion_type=" +
                    percent_encoded("urn:ietf:params:oauth:client-assertion-type:jwt-bearer") +
                    "&client_assertion=" + percent_encoded(read_federated_token(s))};
}

token_request local_request(std::string url, std::string_view version, const settings& s, std::string_view resource,
                            std::string header)
{
    url.append("?api-version=").append(version).append("&resource=").append(percent_encoded(resource));
    if (!s.client_id.empty()) url.append("&client_id=").append(percent_encoded(s.client_id));
    return {.url = std::move(url), .headers = {std::move(header)}};
}

} // namespace

token_request make_token_request(const settings& s, std::string_view resource)
{
    switch (source_of(s))
    {
    case source_kind::federated_token: return federated_request(s, resource);
    case source_kind::identity_endpoint:
        return local_request(s.endpoint, "2019-08-01", s, resource, "X-IDENTITY-HEADER: " + s.endpoint_header.reveal());
    case source_kind::instance_metadata: break;
    }
    const auto host = http_client::without_trailing_slashes(s.metadata_host);
    return local_request(std::string{host} + "/metadata/identity/oauth2/token", "2018-02-01", s, resource,
                         "Metadata: true");
}

} // namespace verbatim::core::identity
