#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::http_client {

/// In lower case, without port; empty if there is none.
std::string host_of(std::string_view url);

/// Whether `url` has the scheme http or https and a host. A query or fragment would precede a path appended later, and
/// a user may be a secret, so none of them is allowed.
bool is_base_url(std::string_view url);

std::string_view without_trailing_slashes(std::string_view url);

/// Whether all characters are printable ASCII without spaces. Others could end a header.
bool is_visible_ascii(std::string_view text);

} // namespace verbatim::core::http_client
