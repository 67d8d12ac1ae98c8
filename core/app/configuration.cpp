#include "app/configuration.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace verbatim::core::app {

void declare(sdk::schema_builder& schema, process_settings& s)
{
    schema.name("Process", "Shutdown.");

    schema
        .optional(
            "PRE_STOP_SECONDS", s.pre_stop,
            "Time after SIGTERM in which the server still accepts connections, while /readyz returns 503, in "
            "seconds. Set it if a balancer checks /readyz: to the time after which the balancer sends nothing more.")
        .at_least(0)
        .at_most(3'600);
    schema
        .optional(
            "DRAIN_SECONDS", s.drain_timeout,
            "Maximum wait for running requests after SIGTERM and PRE_STOP_SECONDS, in seconds. Further ones get 503. "
            "The default lets the longest operation finish.")
        .at_least(0)
        .at_most(3'600);
}

bool models_use_identity(const configuration& config)
{
    const auto in_any = [](std::span<const llm::fallback_settings> fallbacks) {
        return std::ranges::any_of(fallbacks, &llm::uses_identity, &llm::fallback_settings::connection);
    };
    return llm::uses_identity(config.llm.main) || llm::uses_identity(llm::judge_connection(config.llm)) ||
           in_any(config.llm.fallbacks) || in_any(llm::judge_fallbacks(config.llm)) ||
           llm::uses_identity(embedding::connection_of(config.embedding, config.llm));
}

bool database_uses_identity(const configuration& config)
{
    return config.database.db_auth == database::authentication::managed_identity;
}

configuration read_configuration(settings::reader& reader, settings::setting_problems& problems)
{
    configuration config{.log             = reader.read<log::settings>(),
                         .http            = reader.read<http::settings>(),
                         .admin           = reader.read<admin::settings>(),
                         .process         = reader.read<process_settings>(),
                         .auth            = reader.read<auth::settings>(),
                         .database        = reader.read<database::settings>(),
                         .recording       = reader.read<recording::settings>(),
                         .usage           = reader.read<reporting::report_settings>(),
                         .identity        = reader.read<identity::settings>(),
                         .llm             = reader.read<llm::settings>(),
                         .jobs            = reader.read<jobs::settings>(),
                         .limits          = reader.read<limits::settings>(),
                         .embedding       = reader.read<embedding::settings>(),
                         .privacy         = reader.read<privacy::settings>(),
                         .tracing         = reader.read<tracing::settings>(),
                         .plugins         = reader.read<registry::settings>(),
                         .plugin_requests = reader.read<plugin_http::settings>()};
    // A component with a problem has defaults, which cannot be checked against those of another component.
    const bool all_valid = reader.problems().empty();
    const auto add       = [&](const settings::setting_problems& added) {
        problems.insert(problems.end(), added.begin(), added.end());
    };
    add(reader.problems());
    add(llm::problems(config.llm));
    add(privacy::problems(config.privacy));
    add(tracing::problems(config.tracing));
    add(plugin_http::problems(config.plugin_requests));
    if (!all_valid) return config;
    add(embedding::problems(config.embedding, config.llm));
    if (models_use_identity(config) || database_uses_identity(config)) add(identity::problems(config.identity));
    const bool same_port = config.admin.port != 0 && config.admin.port == config.http.port;
    if (same_port && config.admin.host == config.http.host)
        problems.push_back({"NETWORK_ADMIN_PORT", "is the same port as NETWORK_PORT", "use another port"});
    return config;
}

namespace {

void add_fallbacks(const std::string& setting, const std::vector<llm::fallback_settings>& fallbacks,
                   std::vector<llm::configured_model>& models)
{
    for (std::size_t n = 0; n != fallbacks.size(); ++n)
        if (!fallbacks[n].price)
            models.push_back({setting + "[" + std::to_string(n) + "].model", fallbacks[n].connection.model});
}

} // namespace

std::vector<llm::configured_model> models_to_price(const configuration& config)
{
    const auto& llm = config.llm;
    if (llm.on_unknown_price == llm::unknown_price::allow) return {};
    std::vector<llm::configured_model> models{
        {"LLM_MODEL", llm.main.model},
        {"JUDGE_LLM_MODEL", llm.judge.model},
        {"EMBEDDING_MODEL", config.embedding.own.model == embedding::disabled ? "" : config.embedding.own.model}};
    add_fallbacks("LLM_FALLBACKS", llm.fallbacks, models);
    if (llm.judge_fallbacks) add_fallbacks("JUDGE_LLM_FALLBACKS", *llm.judge_fallbacks, models);
    return models;
}

install_paths find_install_paths()
{
    const auto prefix = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    const auto data   = prefix / "share" / "verbatim";
    return {.plugins      = prefix / "lib" / "verbatim" / "plugins",
            .pages        = data / "pages",
            .word_vectors = data / "word_vectors"};
}

} // namespace verbatim::core::app
