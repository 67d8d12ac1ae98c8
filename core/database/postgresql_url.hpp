#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <string>

namespace verbatim::core::database {

struct settings;

/// The URL for libpq: the operator's parameters, and defaults for connect_timeout, keepalives and the application name.
/// Throws settings::setting_error for DB_URL, which quotes nothing of it.
sdk::secret connection_from_url(const std::string& url);

/// The same from DB_HOST and related settings.
sdk::secret connection_from_parts(const settings& config);

} // namespace verbatim::core::database
