#pragma once

#include "database/connection_info.hpp"

namespace verbatim::core::database {

/// The URL for libpq from `url`, which `setting` contains: the operator's parameters, and defaults for connect_timeout,
/// keepalives, the application name and sslmode. Throws settings::setting_error, which quotes nothing of the URL.
connection_info connection_from_url(const settings& config, const char* setting, const sdk::secret& url);

/// The same from DB_HOST and related settings.
connection_info connection_from_parts(const settings& config);

/// A URL of these functions with a password.
sdk::secret with_password(const sdk::secret& url, const sdk::secret& password);

} // namespace verbatim::core::database
