#include "app/reload.hpp"

#include "app/host.hpp"
#include "auth/startup_keys.hpp"
#include "log/logger.hpp"
#include "log/settings.hpp"
#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <exception>
#include <functional>

namespace verbatim::core::app {

namespace {

/// The current settings of one component. Throws every problem.
template <class Settings>
Settings reread(settings::reader& reader)
{
    Settings   result{};
    const auto problems = reader.read(sdk::schema_of<Settings>(), &result);
    if (!problems.empty()) throw settings::setting_error::of(problems);
    return result;
}

} // namespace

void reload(const settings::command_line& command, const std::function<bool(std::string_view)>& is_known,
            const std::set<std::string, std::less<>>& environment_secrets, host& server, log::logger& logger)
{
    std::size_t rejected = 0;
    const auto  reject   = [&](const settings::setting_problem& problem) {
        ++rejected;
        const auto text = text_of(problem);
        logger.write(sdk::severity::error, "setting_rejected",
                        {{"setting", std::string_view{problem.setting}}, {"problem", std::string_view{text}}});
    };
    const auto try_step = [&](const std::function<void()>& step) {
        try
        {
            step();
        }
        catch (const settings::setting_error& error)
        {
            for (const auto& problem : error.problems()) reject(problem);
        }
        catch (const std::exception& error)
        {
            reject({"", error.what()});
        }
    };

    try_step([&] {
        const settings::source source{&settings::source::process_environment,
                                      command.config ? settings::read_config_file(*command.config)
                                                     : settings::setting_values{}};
        settings::reader       reader{source};
        if (const auto unknown = reader.unknown_keys(is_known); !unknown.empty())
        {
            for (const auto& problem : unknown) reject(problem);
            return;
        }
        try_step([&] { logger.set_level(reread<log::settings>(reader).level); });
        try_step([&] {
            if (environment_secrets.contains("AUTH_API_KEYS")) return;
            const auto auth_settings = reread<auth::settings>(reader);
            server.replace_keys(auth::read_startup_keys(auth_settings.keys.reveal(), logger));
        });
        // Only this setting: a problem in another model setting does not concern the prices.
        try_step([&] {
            const auto path = source.find("MODEL_PRICES_PATH", false);
            server.reload_prices(path.value_or(""));
        });
        try_step([&] { server.reload_limits(source.find("LIMITS_FILE", false).value_or("")); });
        try_step([&] { server.reload_tls(); });
    });
    logger.write(sdk::severity::info, "settings_reloaded", {{"problems", rejected}});
}

} // namespace verbatim::core::app
