#pragma once

#include "http/message.hpp"

#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>

namespace verbatim::core::http {

/// The fields that the connection adds to a response.
struct connection_fields
{
    std::string_view date;               ///< RFC 9110 section 5.6.7
    bool             close      = false; ///< sends `Connection: close`
    bool             keep_alive = false; ///< sends `Connection: keep-alive`, which HTTP/1.0 needs
};

/// A time in the format of RFC 9110 section 5.6.7.
std::string http_date(std::time_t time);

/// The bytes that will be sent as the body.
std::string_view body_of(const response& response) noexcept;

/// False for 1xx, 204 and 304, whose responses have no body.
bool has_body(int status) noexcept;

/// Appends status line, fields and the empty line.
void write_head(const response& response, const connection_fields& fields, std::string& output);

} // namespace verbatim::core::http
