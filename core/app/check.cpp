#include "app/check.hpp"

#include "app/install_paths.hpp"
#include "app/limit_rule_reader.hpp"
#include "app/models_to_price.hpp"
#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "database/connection_info.hpp"
#include "embedding/engine.hpp"
#include "embedding/word_vectors.hpp"
#include "http/tls.hpp"
#include "jobs/store.hpp"
#include "llm/prices.hpp"
#include "privacy/anonymizer.hpp"

#include <algorithm>
#include <exception>
#include <functional>

namespace verbatim::core::app {

settings::setting_problems check(const configuration& config, const registry::operation_table& operations,
                                 sdk::log& log)
{
    const std::function<void()> steps[]{
        [&] { auth::make_keyring(config.auth, log); },
        [&] { database::resolve_report_connection(config.database); },
        [&] { database::resolve_migration_connection(config.database); },
        [&] { database::resolve_connection(config.database); },
        [&] { privacy::make_anonymizer(config.privacy); },
        [&] { llm::load_prices(config.llm.model_prices_path, models_to_price(config)); },
        [&] { embedding::open_word_vectors(config.embedding, find_install_paths().word_vectors.native()); },
        [&] { http::make_tls_context(config.http); },
        [&] { jobs::read_master_keys(config.jobs); },
        [&] {
            limit_rule_reader{config, operations}.read(config.limits.file.text);
        },
    };
    settings::setting_problems problems;
    const auto                 add = [&](const settings::setting_problem& problem) { // steps may share a cause
        if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
    };
    for (const auto& step : steps)
    {
        try
        {
            step();
        }
        catch (const settings::setting_error& error)
        {
            std::ranges::for_each(error.problems(), add);
        }
        catch (const std::exception& error)
        {
            add({"", error.what()});
        }
    }
    return problems;
}

} // namespace verbatim::core::app
