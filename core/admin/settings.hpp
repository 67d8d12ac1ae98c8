#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::admin {

/// The admin listener: the settings NETWORK_ADMIN_….
struct settings
{
    std::string              host = "127.0.0.1";
    std::uint16_t            port = 0; ///< 0: no admin listener
    std::vector<std::string> names{};  ///< besides `host`, in the field Host of requests
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::admin
