#pragma once

#include "http_client/transport.hpp"
#include "identity/settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::identity {

/// Resources that accept tokens.
inline constexpr std::string_view cognitive_services = "https://cognitiveservices.azure.com";
inline constexpr std::string_view postgresql         = "https://ossrdbms-aad.database.windows.net";

/// A request for a token. Contains secrets: never print or log it.
struct token_request
{
    http_client::request_method method = http_client::request_method::get;
    std::string                 url;
    std::vector<std::string>    headers; ///< whole lines
    std::string                 form;    ///< body of a POST
};

/// For the source of the settings, which have no problems(). Reads the federated token if that is the source. Throws
/// settings::setting_error if the file is empty or cannot be read.
token_request make_token_request(const settings& s, std::string_view resource);

} // namespace verbatim::core::identity
