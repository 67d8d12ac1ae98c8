#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::http {

/// Address and limits of the server: the settings NETWORK_….
struct settings
{
    std::string   host                        = "127.0.0.1";
    std::uint16_t port                        = 8000; ///< 0: the system chooses
    std::size_t   max_body_bytes              = 64 * 1024 * 1024;
    std::size_t   max_body_memory             = 1024 * 1024 * 1024; ///< for all bodies together, see memory_for_body
    double        max_owner_share             = 0.75;               ///< of max_body_memory, for the bodies of one owner
    std::size_t   max_connections             = 10'000;
    std::size_t   max_connections_per_address = 5'000;
    bool          replaces_connections        = false; ///< over max_connections, a new one replaces an old one
    std::string   tls_certificate;                     ///< path of a PEM file, leaf first; with tls_key: HTTPS
    std::string   tls_key;                             ///< path of a PEM file

    /// Names of the settings for error messages: the admin listener has its own.
    std::string host_setting = "NETWORK_HOST";
    std::string port_setting = "NETWORK_PORT";
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::http
