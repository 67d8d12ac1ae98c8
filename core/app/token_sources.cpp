#include "app/token_sources.hpp"

#include "identity/token_request.hpp"

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds max_wait_for_tokens{5};

} // namespace

token_sources::token_sources(const configuration& config, sdk::log& log)
{
    const auto make_renewer = [&](bool is_used, std::string_view resource) {
        return is_used ? std::make_unique<identity::token_renewer>(config.identity, resource, log) : nullptr;
    };
    models_   = make_renewer(models_use_identity(config), identity::cognitive_services);
    database_ = make_renewer(database_uses_identity(config), identity::postgresql);

    const auto deadline = identity::token_renewer::clock::now() + max_wait_for_tokens;
    for (const auto* renewer : {&models_, &database_})
        if (*renewer) (*renewer)->wait_until(deadline);
}

} // namespace verbatim::core::app
