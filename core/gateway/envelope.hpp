#pragma once

#include "http/message.hpp"

#include "verbatim/sdk/error.hpp"

#include <string_view>

namespace verbatim::core::gateway {

/// The HTTP status of a code: the first column of contract 3.2.
int status_of(sdk::errc code) noexcept;

/// The code with which a connection's room refuses by itself: 400, 408, 413, 431, 500 or 503.
sdk::errc code_of_status(int status) noexcept;

/// The error envelope of contract 3.1: the only place where an error becomes bytes. The message is one constant per
/// code or declared error, but for the two that the contract lets tell facts (`failure.message`); the fields of a 422
/// are the only other thing taken from `failure`.
http::response envelope(const sdk::error& failure, std::string_view request_id);

} // namespace verbatim::core::gateway
