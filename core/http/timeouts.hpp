#pragma once

#include <chrono>
#include <cstddef>

namespace verbatim::core::http {

/// How long a connection may keep us waiting. Read from one coarse clock per thread, so an end comes up to a quarter of
/// a second late.
struct connection_timeouts
{
    std::chrono::milliseconds head{
        10'000}; ///< from the first byte of a request to the end of its header block; also a TLS handshake
    std::chrono::milliseconds stall{30'000}; ///< without a byte of the body arriving, or of the reply leaving
    std::size_t min_body_rate = 4 * 1024; ///< bytes a second that a body has to come in with, beyond a silence's time
    std::chrono::milliseconds body_memory{30'000}; ///< for room in memory, before a large body is read
    std::chrono::milliseconds idle{75'000};        ///< between requests
    std::chrono::milliseconds linger{5'000}; ///< for the client to read a last reply before the connection is closed on
                                             ///< it, and to send what is left of a body that nobody wants
};

} // namespace verbatim::core::http
