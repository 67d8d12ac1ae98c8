#pragma once

#include "app/configuration.hpp"
#include "exec/published_value.hpp"
#include "identity/token_renewer.hpp"
#include "identity/token_source.hpp"

#include "verbatim/sdk/log.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::app {

/// The password of new connections to a database, which a reload may replace. [any thread]
class login_password final : public identity::token_source
{
public:
    explicit login_password(sdk::secret password)
        : password_{std::move(password)}
    {}

    std::optional<sdk::secret> token() const override { return *password_.get(); }
    void                       report_rejection(const sdk::secret&) noexcept override {} // the operator replaces it

    void replace(sdk::secret password) { password_.replace(std::move(password)); }

private:
    exec::published_value<sdk::secret> password_;
};

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
