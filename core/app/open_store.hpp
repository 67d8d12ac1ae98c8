#pragma once

#include "database/connection_info.hpp"
#include "database/failure.hpp"
#include "recording/durable_recorder.hpp"
#include "recording/store.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/log.hpp"

#include <filesystem>
#include <memory>

namespace verbatim::core::app {

/// Why the database cannot be used, under the setting that names it.
settings::setting_problem problem_of_database(const database::connection_info& connection,
                                              const database::failure&         failure);

/// Why the outbox in the state folder cannot be used.
settings::setting_problem problem_of_outbox(const database::failure& failure);

/// The file of the outbox.
std::filesystem::path outbox_file(const database::settings& settings);

/// Opens the database, creates the folders of SQLite and migrates its schema. Blocks. Throws settings::setting_error.
std::unique_ptr<recording::store> open_store(const database::settings&        settings,
                                             const database::connection_info& connection);

/// The recorder of usage rows. When PostgreSQL is temporarily unreachable, rows go to the outbox in the state folder,
/// and the recorder retries in the background. Throws settings::setting_error for
/// other problems. Uses `log` until it is stopped.
std::unique_ptr<recording::durable_recorder> open_recorder(const database::settings& settings,
                                                           const database::logins& passwords, sdk::log& log);

} // namespace verbatim::core::app
