#pragma once

#include "database/connection_info.hpp"
#include "jobs/master_keys.hpp"
#include "jobs/settings.hpp"
#include "jobs/store.hpp"

#include "verbatim/sdk/log.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace verbatim::core::jobs {

/// Reads the master keys if the store needs them. Throws settings::setting_error.
std::optional<master_keys> read_master_keys(const settings& config);

/// The store of JOBS_STORE. `connection` is the usage database. `log` outlives the store. `clock` reads the wall clock.
/// Throws settings::setting_error.
std::unique_ptr<store> make_store(const settings& config, const database::connection_info& connection, sdk::log& log,
                                  std::function<time_point()> clock);

} // namespace verbatim::core::jobs
