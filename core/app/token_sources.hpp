#pragma once

#include "app/configuration.hpp"
#include "app/login_password.hpp"
#include "identity/token_renewer.hpp"

#include "verbatim/sdk/log.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace verbatim::core::app {

/// The connections of these settings: of the database, without its pooler, and of reports. Throws
/// settings::setting_error.
std::vector<database::connection_info> database_connections(const database::settings& config);

/// The tokens of the connections that use a managed identity, and the passwords of the database.
class token_sources
{
public:
    /// Waits up to 5 s for the first tokens. The log must outlive this object.
    token_sources(const configuration& config, sdk::log& log);

    identity::token_source* models() const noexcept { return models_.get(); } ///< null if no model uses tokens

    /// Each null without passwords.
    database::logins database() const;

    /// Uses the password of this connection for new ones. False, without effect, if only one of it and the password of
    /// the start is empty.
    bool replace_password(const database::connection_info& current) const;

private:
    identity::token_source* password_of(const std::string& setting) const;

    std::unique_ptr<identity::token_renewer> models_;
    std::unique_ptr<identity::token_renewer> database_;

    std::map<std::string, std::unique_ptr<login_password>> passwords_; ///< by the setting of the connection
};

} // namespace verbatim::core::app
