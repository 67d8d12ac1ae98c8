#pragma once

#include "jobs/settings.hpp"
#include "jobs/store.hpp"

#include <functional>
#include <memory>

namespace verbatim::core::jobs {

/// The store of JOBS_STORE. `clock` reads the wall clock.
std::unique_ptr<store> make_store(const settings& config, std::function<time_point()> clock);

} // namespace verbatim::core::jobs
