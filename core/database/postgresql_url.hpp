#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <string>

namespace verbatim::core::database {

struct settings;

/// The URL as it is handed to libpq: every parameter of the operator, and ours where he has none (connect_timeout,
/// keepalives, a name to be known by). Throws std::runtime_error with a sentence that names DB_URL and quotes nothing
/// of it.
sdk::secret connection_from_url(const std::string& url);

/// The same from DB_HOST and its companions.
sdk::secret connection_from_parts(const settings& config);

} // namespace verbatim::core::database
