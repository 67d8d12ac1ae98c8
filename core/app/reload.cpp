#include "app/reload.hpp"

#include "app/host.hpp"
#include "auth/startup_keys.hpp"
#include "llm/prices.hpp"
#include "log/logger.hpp"
#include "log/settings.hpp"
#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <exception>
#include <functional>
#include <stdexcept>

namespace verbatim::core::app {

namespace {

/// One component's settings as they stand now. Throws the first thing wrong with them.
template <class Settings>
Settings reread(settings::reader& reader)
{
    Settings   result{};
    const auto problems = reader.read(sdk::schema_of<Settings>(), &result);
    if (!problems.empty()) throw std::runtime_error{problems.front()};
    return result;
}

} // namespace

void reload(const settings::command_line& command, const std::function<bool(std::string_view)>& is_known, host& server,
            log::logger& logger)
{
    std::size_t problems    = 0;
    const auto  log_problem = [&](std::string_view problem) { // a sentence of ours: names the setting, never its value
        ++problems;
        logger.write(sdk::severity::error, "setting_rejected", {{"problem", problem}});
    };
    const auto try_step = [&](const std::function<void()>& step) {
        try
        {
            step();
        }
        catch (const std::exception& error)
        {
            log_problem(error.what());
        }
    };

    try_step([&] {
        const settings::source source{&settings::source::process_environment,
                                      command.config ? settings::read_config_file(*command.config)
                                                     : settings::setting_values{}};
        settings::reader       reader{source};
        if (const auto unknown = reader.unknown_keys(is_known); !unknown.empty())
        {
            for (const auto& sentence : unknown) log_problem(sentence);
            return;
        }
        try_step([&] { logger.set_level(reread<log::settings>(reader).level); });
        try_step([&] {
            const auto auth_settings = reread<auth::settings>(reader);
            server.replace_keys(auth::read_startup_keys(auth_settings.keys.reveal(), logger));
        });
        // The models' other settings are not read again: one of them that is wrong by now is no matter of the prices.
        try_step([&] {
            const auto path = source.find("MODEL_PRICES_PATH", false);
            server.replace_prices(llm::load_prices(path.value_or(""), logger));
        });
        try_step([&] { server.reload_tls(); });
    });
    logger.write(sdk::severity::info, "settings_reloaded", {{"problems", problems}});
}

} // namespace verbatim::core::app
