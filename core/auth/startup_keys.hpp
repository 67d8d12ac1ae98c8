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
    sdk::secret keys; ///< AUTH_API_KEYS, a JSON array: contract 4.2
};

void declare(sdk::schema_builder& schema, settings& s);

/// Reads AUTH_API_KEYS and forgets the keys. Throws std::runtime_error with one sentence that names the setting and the
/// position, and never a value. A key of fewer than 16 characters, and one that no request can present, is a WARNING
/// that names its key_id.
std::vector<known_key> read_startup_keys(std::string_view json, sdk::log& log);

std::unique_ptr<keyring> make_keyring(const settings& config, sdk::log& log);

} // namespace verbatim::core::auth
