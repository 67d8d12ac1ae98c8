#pragma once

#include "http_client/transport.hpp"
#include "identity/settings.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <optional>
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

struct issued_token
{
    sdk::secret          text; ///< printable ASCII without spaces
    std::chrono::seconds lifetime{0};
};

/// Reads the JSON of a token response that arrived at `now`. `expires_in` precedes `expires_on`, which depends on the
/// clock of this machine. None if the token is missing, expired, too long, or unsuitable for a header. A lifetime of
/// more than a day becomes a day.
std::optional<issued_token> parse_token_response(std::string_view body, std::chrono::system_clock::time_point now);

} // namespace verbatim::core::identity
