#pragma once

#include "database/connection_info.hpp"
#include "recording/durable_recorder.hpp"
#include "recording/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <memory>

namespace verbatim::core::app {

/// Opens the store that the settings name, makes its folders, and brings its schema up to date: all that `--migrate`
/// does. Throws std::runtime_error with one sentence for the operator.
std::unique_ptr<recording::store> open_store(const database::settings& settings);

/// The recorder over that store. A PostgreSQL that is away is no reason not to start: rows go to the outbox in the
/// state folder, and the database is tried in the background. Throws as open_store does, for all that waiting does not
/// mend.
std::unique_ptr<recording::durable_recorder> open_recorder(const database::settings& settings, sdk::log& log);

} // namespace verbatim::core::app
