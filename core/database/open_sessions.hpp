#pragma once

#include "database/session.hpp"

#include <memory>

namespace verbatim::core::database {

/// What open() chooses from.
std::unique_ptr<session> open_sqlite(const place& where, patience with, std::stop_token until);
std::unique_ptr<session> open_postgresql(const place& where, patience with, std::stop_token until);

} // namespace verbatim::core::database
