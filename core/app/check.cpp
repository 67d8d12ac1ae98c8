#include "app/check.hpp"

#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "database/place.hpp"
#include "http/tls.hpp"
#include "llm/prices.hpp"
#include "privacy/anonymizer.hpp"

#include <exception>
#include <functional>

namespace verbatim::core::app {

std::vector<std::string> check(const configuration& chosen, sdk::log& lines)
{
    const std::function<void()> steps[]{
        [&] { auth::make_keyring(chosen.keys, lines); },
        [&] { database::locate(chosen.store); },
        [&] { privacy::make_anonymizer(chosen.privacy); },
        [&] { llm::prices_from_file(chosen.models.model_prices_path, lines); },
        [&] { http::make_tls(chosen.network); },
    };
    std::vector<std::string> problems;
    for (const auto& step : steps)
    {
        try
        {
            step();
        }
        catch (const std::exception& problem)
        {
            problems.push_back(problem.what());
        }
    }
    return problems;
}

} // namespace verbatim::core::app
