#pragma once

#include "auth/keyring.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
class log;
} // namespace verbatim::sdk

namespace verbatim::core::auth {

struct settings
{
    sdk::secret keys; ///< AUTH_API_KEYS, a JSON array: docs/reference/authentication.md#startup-keys
};

void declare(sdk::schema_builder& schema, settings& s);

/// Parses AUTH_API_KEYS; keeps digests only. Throws settings::setting_error with the position, never with a
/// value. Logs a warning with the key_id of a key under 16 characters, and of one that cannot be sent in a header.
std::vector<known_key> read_startup_keys(std::string_view json, sdk::log& log);

/// A keyring with these startup keys. Throws and logs as read_startup_keys() does.
std::unique_ptr<keyring> make_keyring(const settings& config, sdk::log& log);

} // namespace verbatim::core::auth
