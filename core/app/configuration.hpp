#pragma once

#include "admin/settings.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "embedding/settings.hpp"
#include "http/settings.hpp"
#include "identity/settings.hpp"
#include "jobs/settings.hpp"
#include "limits/settings.hpp"
#include "llm/settings.hpp"
#include "log/settings.hpp"
#include "plugin_http/settings.hpp"
#include "privacy/settings.hpp"
#include "recording/settings.hpp"
#include "registry/settings.hpp"
#include "reporting/report_reader.hpp"
#include "settings/reader.hpp"
#include "tracing/settings.hpp"

#include <chrono>

namespace verbatim::core::app {

struct process_settings
{
    std::chrono::duration<double> pre_stop{0};        ///< seconds
    std::chrono::duration<double> drain_timeout{615}; ///< seconds: the longest deadline of an operation, and its end
};

void declare(sdk::schema_builder& schema, process_settings& s);

/// The settings of all modules of core.
struct configuration
{
    log::settings              log;
    http::settings             http;
    admin::settings            admin;
    process_settings           process;
    auth::settings             auth;
    database::settings         database;
    recording::settings        recording;
    reporting::report_settings usage;
    identity::settings         identity;
    llm::settings              llm;
    jobs::settings             jobs;
    limits::settings           limits;
    embedding::settings        embedding;
    privacy::settings          privacy;
    tracing::settings          tracing;
    registry::settings         plugins;
    plugin_http::settings      plugin_requests;
};

/// Whether a model connection uses a managed identity.
bool models_use_identity(const configuration& config);

bool database_uses_identity(const configuration& config);

/// Reads the settings of all modules, and adds every problem to `problems`.
configuration read_configuration(settings::reader& reader, settings::setting_problems& problems);

} // namespace verbatim::core::app
