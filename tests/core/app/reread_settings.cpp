#include "app/configuration.hpp"
#include "app/reload.hpp"
#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <string_view>

using namespace verbatim::core;

BOOST_AUTO_TEST_SUITE(reread_settings_)

BOOST_AUTO_TEST_CASE(settings_that_a_reload_reads_exist)
{
    const settings::source     source{[](std::string_view) -> std::optional<std::string> { return {}; }, {}};
    settings::reader           reader{source};
    settings::setting_problems problems;
    app::read_configuration(reader, problems);
    for (const auto& setting : app::reread_settings()) BOOST_TEST(reader.names().contains(setting.name), setting.name);
}

BOOST_AUTO_TEST_CASE(keys_of_callers_are_not_kept)
{
    BOOST_TEST(app::is_reread_secret("LLM_API_KEY"));
    BOOST_TEST(!app::is_reread_secret("AUTH_API_KEYS"));
    BOOST_TEST(!app::is_reread_secret("DB_MIGRATION_URL"));
    BOOST_TEST(!app::is_reread_secret("OTEL_EXPORTER_OTLP_HEADERS"));
}

BOOST_AUTO_TEST_SUITE_END()
