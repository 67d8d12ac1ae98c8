#pragma once

#include "http/message.hpp"

#include "verbatim/sdk/error.hpp"

#include <string_view>

namespace verbatim::core::gateway {

/// The HTTP status of a code: docs/reference/errors.md#error-codes.
int status_of(sdk::errc code) noexcept;

/// The message of the envelope. Lives as long as the error.
std::string_view message_of(const sdk::error& failure) noexcept;

/// The code for a refusal by the HTTP layer: 400, 408, 413, 431, 500 or 503.
sdk::errc code_of_status(int status) noexcept;

/// The only place that writes an error envelope: docs/reference/errors.md#envelope. The message is constant for each
/// code or declared error, except that seven codes may use `failure.message`. Of `failure`, only the fields of a 422
/// are also written.
http::response envelope(const sdk::error& failure, std::string_view request_id);

} // namespace verbatim::core::gateway
