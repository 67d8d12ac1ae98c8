#include "app/configuration.hpp"

namespace verbatim::core::app {

void declare(sdk::schema_builder& schema, process_settings& s)
{
    schema.name("Process", "The life of the process.");

    schema.optional("DRAIN_SECONDS", s.drain_timeout, "After SIGTERM, the longest wait for calls in flight.")
        .at_least(0)
        .at_most(3'600);
}

configuration read_configuration(settings::reader& reader, std::vector<std::string>& problems)
{
    configuration config{.log       = reader.read<log::settings>(),
                         .http      = reader.read<http::settings>(),
                         .admin     = reader.read<admin::settings>(),
                         .process   = reader.read<process_settings>(),
                         .auth      = reader.read<auth::settings>(),
                         .database  = reader.read<database::settings>(),
                         .usage     = reader.read<reporting::report_settings>(),
                         .llm       = reader.read<llm::settings>(),
                         .embedding = reader.read<embedding::settings>(),
                         .privacy   = reader.read<privacy::settings>(),
                         .plugins   = reader.read<registry::settings>()};
    // What is wrong between settings is asked only when each is right by itself: defaults stand where one is not.
    problems = reader.problems();
    if (!problems.empty()) return config;
    problems                      = llm::problems(config.llm);
    const auto embedding_problems = embedding::problems(config.embedding, config.llm);
    problems.insert(problems.end(), embedding_problems.begin(), embedding_problems.end());
    const bool same_port = config.admin.port != 0 && config.admin.port == config.http.port;
    if (same_port && config.admin.host == config.http.host)
        problems.emplace_back("NETWORK_ADMIN_PORT: has to be another port than NETWORK_PORT.");
    return config;
}

} // namespace verbatim::core::app
