#include "app/token_sources.hpp"

#include "identity/token_exchange.hpp"
#include "settings/setting_problem.hpp"

#include <utility>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds max_wait_for_tokens{5};

/// None for invalid settings, which are reported where the connection is used.
std::vector<database::connection_info> valid_connections(const database::settings& config)
try
{
    return database_connections(config);
}
catch (const settings::setting_error&)
{
    return {};
}

} // namespace

std::vector<database::connection_info> database_connections(const database::settings& config)
{
    auto connection = database::resolve_connection(config);
    return {connection, connection.direct(), database::resolve_report_connection(config)};
}

token_sources::token_sources(const configuration& config, sdk::log& log)
{
    const auto make_renewer = [&](bool is_used, std::string_view resource) {
        return is_used ? std::make_unique<identity::token_renewer>(config.identity, resource, log) : nullptr;
    };
    models_   = make_renewer(models_use_identity(config), identity::cognitive_services);
    database_ = make_renewer(database_uses_identity(config), identity::postgresql);

    for (const auto& connection : valid_connections(config.database))
        if (!connection.password.empty())
            passwords_.try_emplace(connection.setting, std::make_unique<login_password>(connection.password));

    const auto deadline = identity::token_renewer::clock::now() + max_wait_for_tokens;
    for (const auto* renewer : {&models_, &database_})
        if (*renewer) (*renewer)->wait_until(deadline);
}

database::logins token_sources::database() const
{
    if (database_) return database_.get();
    database::logins sources;
    sources.direct   = password_of("DB_DIRECT_URL");
    sources.reports  = password_of("DB_READ_URL");
    sources.database = passwords_.contains("DB_URL") ? password_of("DB_URL") : password_of("DB_HOST");
    return sources;
}

bool token_sources::replace_password(const database::connection_info& current) const
{
    const auto position = passwords_.find(current.setting);
    const bool had_one  = position != passwords_.end();
    if (had_one && !current.password.empty()) position->second->replace(current.password);
    return had_one == !current.password.empty();
}

identity::token_source* token_sources::password_of(const std::string& setting) const
{
    const auto position = passwords_.find(setting);
    return position != passwords_.end() ? position->second.get() : nullptr;
}

} // namespace verbatim::core::app
