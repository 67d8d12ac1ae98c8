#include "app/token_sources.hpp"

#include "identity/token_request.hpp"
#include "settings/setting_problem.hpp"

#include <utility>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds max_wait_for_tokens{5};

/// Null without a password, and for invalid settings, which are reported where the connection is used.
std::unique_ptr<login_password> make_login_password(const database::settings& config)
try
{
    auto password = database::resolve_connection(config).password;
    return password.empty() ? nullptr : std::make_unique<login_password>(std::move(password));
}
catch (const settings::setting_error&)
{
    return nullptr;
}

} // namespace

token_sources::token_sources(const configuration& config, sdk::log& log)
{
    const auto make_renewer = [&](bool is_used, std::string_view resource) {
        return is_used ? std::make_unique<identity::token_renewer>(config.identity, resource, log) : nullptr;
    };
    models_   = make_renewer(models_use_identity(config), identity::cognitive_services);
    database_ = make_renewer(database_uses_identity(config), identity::postgresql);

    password_ = make_login_password(config.database);

    const auto deadline = identity::token_renewer::clock::now() + max_wait_for_tokens;
    for (const auto* renewer : {&models_, &database_})
        if (*renewer) (*renewer)->wait_until(deadline);
}

bool token_sources::replace_password(const sdk::secret& password) const
{
    if (password_ && !password.empty()) password_->replace(password);
    return (password_ != nullptr) == !password.empty();
}

} // namespace verbatim::core::app
