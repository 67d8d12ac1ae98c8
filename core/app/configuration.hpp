#pragma once

#include "admin/settings.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "embedding/settings.hpp"
#include "http/settings.hpp"
#include "identity/settings.hpp"
#include "jobs/settings.hpp"
#include "limits/rules.hpp"
#include "llm/prices.hpp"
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
#include <filesystem>
#include <vector>

namespace verbatim::core::app {

struct process_settings
{
    std::chrono::duration<double> pre_stop{0};        ///< seconds between SIGTERM and the end of accepting
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

/// The models of all connections, which need a price; none if LLM_PRICE_UNKNOWN is `allow`.
std::vector<llm::configured_model> models_to_price(const configuration& config);

/// Places of the installation, relative to the executable. The build tree has the same layout.
struct install_paths
{
    std::filesystem::path plugins;      ///< lib/verbatim/plugins
    std::filesystem::path pages;        ///< share/verbatim/pages
    std::filesystem::path word_vectors; ///< share/verbatim/word_vectors, a file
};

/// Throws std::filesystem::filesystem_error without a /proc.
install_paths find_install_paths();

} // namespace verbatim::core::app
