#pragma once

#include "database/connection_info.hpp"

#include <optional>
#include <string>

namespace verbatim::core::database {

/// The URL for libpq: the operator's parameters, and defaults for connect_timeout, keepalives, the application name and
/// sslmode. `mode` applies if the URL has no sslmode. Throws settings::setting_error for DB_URL, which quotes nothing
/// of it.
connection_info connection_from_url(const std::string& url, std::optional<ssl_mode> mode);

/// The same from DB_HOST and related settings.
connection_info connection_from_parts(const settings& config);

} // namespace verbatim::core::database
