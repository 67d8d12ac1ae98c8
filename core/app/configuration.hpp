#pragma once

#include "admin/settings.hpp"
#include "auth/startup_keys.hpp"
#include "database/place.hpp"
#include "embedding/settings.hpp"
#include "http/settings.hpp"
#include "llm/settings.hpp"
#include "log/settings.hpp"
#include "privacy/settings.hpp"
#include "registry/settings.hpp"
#include "settings/reader.hpp"
#include "usage/report_reader.hpp"

#include <chrono>

namespace verbatim::core::app {

/// What the process does as a whole.
struct life_settings
{
    std::chrono::duration<double> drain{30}; ///< seconds; DRAIN_SECONDS
};

void declare(sdk::declaration& wire, life_settings& s);

/// The settings of every room of the host.
struct configuration
{
    log::settings          lines;
    http::settings         network;
    admin::settings        operators;
    life_settings          life;
    auth::settings         keys;
    database::settings     store;
    usage::report_settings reports;
    llm::settings          models;
    embedding::settings    vectors;
    privacy::settings      privacy;
    registry::settings     plugins;
};

/// Reads all of them. What is wrong with each is kept in the reader, and what is wrong between them added to
/// `problems`, so that an operator sees everything at once.
configuration read_configuration(settings::reader& from, std::vector<std::string>& problems);

} // namespace verbatim::core::app
