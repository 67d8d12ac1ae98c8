#pragma once

#include "http/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::core::http {

/// What the connection adds to a response.
struct connection_fields
{
    std::string_view date;               ///< RFC 9110 section 5.6.7
    bool             close      = false; ///< says `Connection: close`
    bool             keep_alive = false; ///< says `Connection: keep-alive`, which HTTP/1.0 wants to hear
};

/// The bytes that will be sent as the body.
std::string_view body_of(const response& response) noexcept;

/// Whether a response of this status has a body at all: not with 1xx, 204 and 304.
bool has_body(int status) noexcept;

/// Appends status line and fields, ended by the empty line.
void write_head(const response& response, const connection_fields& fields, std::string& output);

} // namespace verbatim::core::http
