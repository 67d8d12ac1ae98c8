#pragma once

#include "admin/settings.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "embedding/settings.hpp"
#include "http/settings.hpp"
#include "llm/settings.hpp"
#include "log/settings.hpp"
#include "privacy/settings.hpp"
#include "registry/settings.hpp"
#include "reporting/report_reader.hpp"
#include "settings/reader.hpp"

#include <chrono>

namespace verbatim::core::app {

/// What the process does as a whole.
struct process_settings
{
    std::chrono::duration<double> drain_timeout{30}; ///< seconds; DRAIN_SECONDS
};

void declare(sdk::schema_builder& schema, process_settings& s);

/// The settings of every room of the host.
struct configuration
{
    log::settings              log;
    http::settings             http;
    admin::settings            admin;
    process_settings           process;
    auth::settings             auth;
    database::settings         database;
    reporting::report_settings usage;
    llm::settings              llm;
    embedding::settings        embedding;
    privacy::settings          privacy;
    registry::settings         plugins;
};

/// Reads all of them. What is wrong with each is kept in the reader, and what is wrong between them added to
/// `problems`, so that an operator sees everything at once.
configuration read_configuration(settings::reader& reader, std::vector<std::string>& problems);

} // namespace verbatim::core::app
