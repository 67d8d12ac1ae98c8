#pragma once

#include "database/place.hpp"
#include "usage/store.hpp"

#include <memory>

namespace verbatim::core::app {

/// Opens the store that the settings name, makes its folders, and brings its schema up to date: all that `--migrate`
/// does. Throws std::runtime_error with one sentence for the operator.
std::unique_ptr<usage::store> open_store(const database::settings& chosen);

} // namespace verbatim::core::app
