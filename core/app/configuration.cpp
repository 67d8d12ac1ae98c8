#include "app/configuration.hpp"

namespace verbatim::core::app {

void declare(sdk::declaration& wire, life_settings& s)
{
    wire.is("Process", "The life of the process.");

    wire.takes("DRAIN_SECONDS", s.drain, "After SIGTERM, the longest wait for calls in flight.")
        .at_least(0)
        .at_most(3'600);
}

configuration read_configuration(settings::reader& from, std::vector<std::string>& problems)
{
    configuration all{.lines     = from.read<log::settings>(),
                      .network   = from.read<http::settings>(),
                      .operators = from.read<admin::settings>(),
                      .life      = from.read<life_settings>(),
                      .keys      = from.read<auth::settings>(),
                      .store     = from.read<database::settings>(),
                      .reports   = from.read<usage::report_settings>(),
                      .models    = from.read<llm::settings>(),
                      .vectors   = from.read<embedding::settings>(),
                      .privacy   = from.read<privacy::settings>(),
                      .plugins   = from.read<registry::settings>()};
    // What is wrong between settings is asked only when each is right by itself: defaults stand where one is not.
    problems = from.problems();
    if (!problems.empty()) return all;
    problems              = llm::problems(all.models);
    const auto of_vectors = embedding::problems(all.vectors, all.models);
    problems.insert(problems.end(), of_vectors.begin(), of_vectors.end());
    const bool same_port = all.operators.port != 0 && all.operators.port == all.network.port;
    if (same_port && all.operators.host == all.network.host)
        problems.emplace_back("NETWORK_ADMIN_PORT: has to be another port than NETWORK_PORT.");
    return all;
}

} // namespace verbatim::core::app
