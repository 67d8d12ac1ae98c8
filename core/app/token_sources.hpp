#pragma once

#include "app/configuration.hpp"
#include "identity/token_renewer.hpp"

#include "verbatim/sdk/log.hpp"

#include <memory>

namespace verbatim::core::app {

/// The tokens of the connections that use a managed identity.
class token_sources
{
public:
    /// Waits up to 5 s for the first tokens. The log must outlive this object.
    token_sources(const configuration& config, sdk::log& log);

    identity::token_source* models() const noexcept { return models_.get(); }     ///< null if no model uses tokens
    identity::token_source* database() const noexcept { return database_.get(); } ///< null if DB_AUTH is not used

private:
    std::unique_ptr<identity::token_renewer> models_;
    std::unique_ptr<identity::token_renewer> database_;
};

} // namespace verbatim::core::app
