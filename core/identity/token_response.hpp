#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace verbatim::core::identity {

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
