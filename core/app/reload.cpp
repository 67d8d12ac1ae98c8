#include "app/reload.hpp"

#include "app/host.hpp"
#include "app/token_sources.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "embedding/settings.hpp"
#include "log/logger.hpp"
#include "log/settings.hpp"
#include "settings/source.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace verbatim::core::app {

namespace {

/// Settings that the environment set at start, and whose variables are erased, have their values of the start.
settings::source current_source(const startup_settings& startup)
{
    const auto find = [&startup](std::string_view name) -> std::optional<std::string> {
        if (const auto it = startup.reread_secrets.find(name); it != startup.reread_secrets.end())
            return it->second.reveal();
        return settings::source::process_environment(name);
    };
    const auto& file = startup.command.config;
    return settings::source{find, file ? settings::read_config_files(*file) : settings::setting_values{}};
}

std::set<std::string, std::less<>> names_of(std::span<const reread_setting> settings)
{
    std::set<std::string, std::less<>> names;
    for (const auto& setting : settings) names.emplace(setting.name);
    return names;
}

void refuse_any(const settings::setting_problems& problems)
{
    if (!problems.empty()) throw settings::setting_error::of(problems);
}

/// One reload.
class reloading
{
public:
    reloading(const startup_settings& startup, host& server, log::logger& logger)
        : startup_{startup}
        , server_{server}
        , logger_{logger}
    {}

    void run()
    {
        try_step([&] {
            const auto       source = current_source(startup_);
            settings::reader reader{source};
            refuse_any(settings::unknown_keys(source, startup_.names, startup_.is_of_disabled_plugin));
            run_steps(reader, source);
            log_pending(source);
        });
        server_.record_reload(rejected_);
        logger_.write(sdk::severity::info, "settings_reloaded", {{"problems", rejected_}});
    }

private:
    void try_step(const std::function<void()>& step)
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

    void reject(const settings::setting_problem& problem)
    {
        ++rejected_;
        const auto text = text_of(problem);
        /// After SIGHUP: the old value stays.
        logger_.write(sdk::severity::error, "setting_rejected",
                      {{"setting", std::string_view{problem.setting}}, {"problem", std::string_view{text}}});
    }

    /// The current settings of one component. Throws every problem.
    template <class Settings>
    static Settings reread(settings::reader& reader)
    {
        Settings result{};
        refuse_any(reader.read(sdk::schema_of<Settings>(), &result));
        return result;
    }

    void run_steps(settings::reader& reader, const settings::source& source)
    {
        try_step([&] { logger_.set_level(reread<log::settings>(reader).level); });
        try_step([&] {
            if (startup_.environment_secrets.contains("AUTH_API_KEYS")) return;
            const auto auth_settings = reread<auth::settings>(reader);
            server_.replace_keys(auth::read_startup_keys(auth_settings.keys.reveal(), logger_));
        });
        // Only this setting: a problem in another model setting does not concern the prices.
        try_step([&] {
            const auto path = source.find("MODEL_PRICES_PATH", false);
            server_.reload_prices(path.value_or(""));
        });
        try_step([&] { server_.reload_limits(source.find("LIMITS_FILE", false).value_or("")); });
        try_step([&] { server_.reload_tls(); });
        try_step([&] { replace_model_keys(reader); });
        try_step([&] { replace_database_passwords(reader); });
    }

    void replace_model_keys(settings::reader& reader)
    {
        const auto models     = reread<llm::settings>(reader);
        const auto embeddings = reread<embedding::settings>(reader);
        refuse_any(llm::problems(models));
        refuse_any(embedding::problems(embeddings, models));
        if (!server_.replace_model_keys(models, embeddings))
            for (const auto* name : {"LLM_API_KEY", "JUDGE_LLM_API_KEY", "EMBEDDING_API_KEY"}) applied_.erase(name);
        if (!llm::differ_in_keys_only(startup_.fallbacks, models.fallbacks)) applied_.erase("LLM_FALLBACKS");
        const auto& judge = startup_.judge_fallbacks;
        if (judge.has_value() != models.judge_fallbacks.has_value() ||
            (judge && !llm::differ_in_keys_only(*judge, *models.judge_fallbacks)))
            applied_.erase("JUDGE_LLM_FALLBACKS");
    }

    /// A new password is for the database of the start only.
    void replace_database_passwords(settings::reader& reader)
    {
        const auto                          current = database_connections(reread<database::settings>(reader));
        const std::vector<std::string_view> names[]{{"DB_URL", "DB_PASSWORD"}, {"DB_DIRECT_URL"}, {"DB_READ_URL"}};
        for (std::size_t n = 0; n != current.size(); ++n)
        {
            const auto& of_start = startup_.databases.at(n);
            const bool is_same = current[n].url.reveal() == of_start.url.reveal() && current[n].file == of_start.file &&
                                 current[n].setting == of_start.setting;
            if (is_same && server_.replace_database_password(current[n])) continue;
            for (const auto name : names[n]) applied_.erase(std::string{name});
        }
    }

    void log_pending(const settings::source& source)
    {
        std::string names;
        for (const auto& name :
             settings::changed_names(startup_.values, settings::digest_values(startup_.sections, source)))
        {
            const bool is_erased =
                startup_.environment_secrets.contains(name) && !startup_.reread_secrets.contains(name);
            if (!is_erased && !applied_.contains(name)) names += (names.empty() ? "" : ", ") + name;
        }
        if (!names.empty())
            logger_.write(sdk::severity::warning, "settings_need_restart", {{"settings", std::string_view{names}}});
    }

    const startup_settings& startup_;
    host&                   server_;
    log::logger&            logger_;
    std::size_t             rejected_ = 0;

    /// Settings whose changes this reload has taken over or rejected.
    std::set<std::string, std::less<>> applied_ = names_of(reread_settings());
};

} // namespace

std::span<const reread_setting> reread_settings() noexcept
{
    static constexpr reread_setting list[]{{"AUTH_API_KEYS", false}, // no key of a caller stays in memory
                                           {"DB_DIRECT_URL"},
                                           {"DB_MIGRATION_URL", false}, // a running server does not use it
                                           {"DB_PASSWORD"},
                                           {"DB_READ_URL"},
                                           {"DB_URL"},
                                           {"EMBEDDING_API_KEY"},
                                           {"JUDGE_LLM_API_KEY"},
                                           {"JUDGE_LLM_FALLBACKS"},
                                           {"LIMITS_FILE"},
                                           {"LLM_API_KEY"},
                                           {"LLM_FALLBACKS"},
                                           {"LOG_LEVEL"},
                                           {"MODEL_PRICES_PATH"}};
    return list;
}

bool is_reread_secret(std::string_view name)
{
    const auto settings = reread_settings();
    const auto setting  = std::ranges::find(settings, name, &reread_setting::name);
    return setting != settings.end() && setting->keeps_secret;
}

void reload(const startup_settings& startup, host& server, log::logger& logger)
{
    reloading{startup, server, logger}.run();
}

} // namespace verbatim::core::app
