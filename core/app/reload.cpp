#include "app/reload.hpp"

#include "app/host.hpp"
#include "auth/startup_keys.hpp"
#include "llm/prices.hpp"
#include "log/journal.hpp"
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
Settings read_again(settings::reader& from)
{
    Settings   read{};
    const auto problems = from.read(sdk::declared<Settings>(), &read);
    if (!problems.empty()) throw std::runtime_error{problems.front()};
    return read;
}

} // namespace

void reload(const settings::command_line& asked, const std::function<bool(std::string_view)>& is_known, host& running,
            log::journal& lines)
{
    std::size_t problems = 0;
    const auto  tell     = [&](std::string_view problem) { // a sentence of ours: names the setting, never its value
        ++problems;
        lines.write(sdk::severity::error, "setting not taken over", {{"problem", problem}});
    };
    const auto attempt = [&](const std::function<void()>& step) {
        try
        {
            step();
        }
        catch (const std::exception& problem)
        {
            tell(problem.what());
        }
    };

    attempt([&] {
        const settings::source from{&settings::source::of_process,
                                    asked.config ? settings::read_file(*asked.config) : settings::named_texts{}};
        settings::reader       reader{from};
        if (const auto unknown = reader.unknown(is_known); !unknown.empty())
        {
            for (const auto& sentence : unknown) tell(sentence);
            return;
        }
        attempt([&] { lines.from(read_again<log::settings>(reader).from); });
        attempt([&] {
            const auto given = read_again<auth::settings>(reader);
            running.replace_keys(auth::read_startup_keys(given.keys.reveal(), lines));
        });
        // The models' other settings are not read again: one of them that is wrong by now is no matter of the prices.
        attempt([&] {
            const auto path = from.find("MODEL_PRICES_PATH", false);
            running.replace_prices(llm::prices_from_file(path.value_or(""), lines));
        });
        attempt([&] { running.reload_tls(); });
    });
    lines.write(sdk::severity::info, "settings read again", {{"problems", problems}});
}

} // namespace verbatim::core::app
