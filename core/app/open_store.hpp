#pragma once

#include "database/place.hpp"
#include "usage/durable_recorder.hpp"
#include "usage/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <memory>

namespace verbatim::core::app {

/// Opens the store that the settings name, makes its folders, and brings its schema up to date: all that `--migrate`
/// does. Throws std::runtime_error with one sentence for the operator.
std::unique_ptr<usage::store> open_store(const database::settings& chosen);

/// The recorder over that store. A PostgreSQL that is away is no reason not to start: rows go to the outbox in the
/// state folder, and the database is tried in the background. Throws as open_store does, for all that waiting does not
/// mend.
std::unique_ptr<usage::durable_recorder> open_recorder(const database::settings& chosen, sdk::log& log);

} // namespace verbatim::core::app
