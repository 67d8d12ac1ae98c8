#pragma once

#include "database/session.hpp"

#include <memory>

namespace verbatim::core::database {

/// The implementations of open() in session.hpp.
std::unique_ptr<session> open_sqlite(const connection_info& connection, timeouts limits, std::stop_token stop);
std::unique_ptr<session> open_postgresql(const connection_info& connection, timeouts limits, std::stop_token stop);

} // namespace verbatim::core::database
