#pragma once

#include "app/configuration.hpp"
#include "app/login_password.hpp"
#include "identity/token_renewer.hpp"

#include "verbatim/sdk/log.hpp"

#include <memory>

namespace verbatim::core::app {

/// The tokens of the connections that use a managed identity, and the password of the database.
class token_sources
{
public:
    /// Waits up to 5 s for the first tokens. The log must outlive this object.
    token_sources(const configuration& config, sdk::log& log);

    identity::token_source* models() const noexcept { return models_.get(); } ///< null if no model uses tokens

    /// The passwords of new connections; null without any.
    identity::token_source* database() const noexcept
    {
        if (password_) return password_.get();
        return database_.get();
    }

    /// Uses this password for new connections. False, without effect, if only one of it and the password of the start
    /// is empty.
    bool replace_password(const sdk::secret& password) const;

private:
    std::unique_ptr<identity::token_renewer> models_;
    std::unique_ptr<identity::token_renewer> database_;
    std::unique_ptr<login_password>          password_; ///< null if the settings have none
};

} // namespace verbatim::core::app
